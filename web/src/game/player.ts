/** The player for whom this browser acts, with the token of this device; none for a guest. */
import { forget, keep, keptNames, recall } from "../ui/store";

/** What is drawn beside a player's name: numbers from 0 to 7. */
export interface PlayerFigure {
  shape: number;
  colour: number;
  hat: number;
}

/** A player as this browser keeps them. */
export interface KeptPlayer {
  player: string;
  name: string;
  figure: PlayerFigure;
  token: string;
}

const PLAYER = "player";

/** The player of this browser, or null. */
export function keptPlayer(): KeptPlayer | null {
  return recall<KeptPlayer>(PLAYER);
}

export function keepPlayer({ player, name, figure, token }: KeptPlayer): void {
  keep(PLAYER, { player, name, figure, token } satisfies KeptPlayer);
}

/** This browser is a guest's from now on. */
export function dropPlayer(): void {
  forget(PLAYER);
}

/** The token of this device; undefined for a guest. */
export function deviceToken(): string | undefined {
  return keptPlayer()?.token;
}

/** Whether the person may sit at tables of the server: this browser keeps a seat, or a player may have one from another
 * device. */
export function maySit(): boolean {
  return PAGE_PLACE === "server" && (keptPlayer() !== null || keptNames("table.").length > 0);
}
