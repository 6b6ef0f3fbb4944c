/**
 * The score track: 50 fields in a ring, clockwise from 0 at the top left (SW-5.6). A lap is 50 points.
 */

/** Fields of one lap. */
export const LAP = 50;

/** The ring as a grid of cells: `columns` wide, `rows` high, with the fields along its border. */
export interface Ring {
  columns: number;
  rows: number;
}

/** The position of a side's marker. */
export interface Marker {
  side: number;
  field: number;
  laps: number;
  /** Its index (0-based) among the markers on the same field, and their number. */
  place: number;
  among: number;
}

/** A ring for a number of seats; more seats need more space inside the ring. */
export function ringFor(seats: number): Ring {
  if (seats > 4) return { columns: 14, rows: 13 };
  return seats > 2 ? { columns: 15, rows: 12 } : { columns: 17, rows: 10 };
}

/** The cell of a field; 0,0 is at the top left. */
export function fieldCell(ring: Ring, field: number): { x: number; y: number } {
  const right = ring.columns - 1;
  const bottom = ring.rows - 1;
  if (field <= right) return { x: field, y: 0 };
  if (field <= right + bottom) return { x: right, y: field - right };
  if (field <= 2 * right + bottom) return { x: 2 * right + bottom - field, y: bottom };
  return { x: 0, y: LAP - field };
}

/** The markers of all sides, in the order of the sides. */
export function markers(scores: readonly number[]): Marker[] {
  const count = new Map<number, number>();
  const placed = scores.map((score, index) => {
    const field = score % LAP;
    const place = count.get(field) ?? 0;
    count.set(field, place + 1);
    return { side: index + 1, field, laps: Math.floor(score / LAP), place, among: 0 };
  });
  for (const marker of placed) marker.among = count.get(marker.field) ?? 1;
  return placed;
}

/** The fields that a marker passes between two scores, including the last one. Empty if the score does not increase. */
export function way(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, step) => (from + step + 1) % LAP);
}
