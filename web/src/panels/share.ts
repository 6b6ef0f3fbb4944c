/** What can be taken away from a table: its record, pictures of its board, a link to its position. */

import { reviewRoute } from "../game/link";
import type { TableModel } from "../game/model";
import { toast } from "../ui/toast";
import { t } from "../words/words";

/** The board of the table as a whole SVG picture, as wide as it needs or `size` pixels. */
export type BoardPicture = () => string;

const PNG_SIDE = 2400;

/** Gives the browser a file to save. */
function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

/** A file name of the game and this day. */
function fileName(table: TableModel, ending: string): string {
  return `tessera-${table.view.setup.game}-${new Date().toISOString().slice(0, 10)}.${ending}`;
}

/** Saves the record. */
export async function saveRecord(table: TableModel): Promise<void> {
  save(fileName(table, "txt"), new Blob([await table.record()], { type: "text/plain" }));
}

/** Saves the board as SVG. */
export function saveSvg(table: TableModel, picture: BoardPicture): void {
  save(fileName(table, "svg"), new Blob([picture()], { type: "image/svg+xml" }));
}

/** Saves the board as PNG, its longer side `PNG_SIDE` pixels. */
export async function savePng(table: TableModel, picture: BoardPicture): Promise<void> {
  const url = URL.createObjectURL(new Blob([picture()], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = PNG_SIDE / Math.max(image.width, image.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(image.width * scale);
    canvas.height = Math.round(image.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (content) save(fileName(table, "png"), content);
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Copies a link to the position now. */
export async function copyLink(table: TableModel): Promise<void> {
  const route = await reviewRoute(await table.record(), table.view.words.length);
  await navigator.clipboard.writeText(new URL(route, location.href).href);
  toast(t("panels.save.copied"));
}
