/** What can be taken away from a table: its record, pictures of its board, a link to its position. */

import { reviewRoute } from "../game/link";
import type { TableModel } from "../game/model";
import { copyAddress } from "../ui/copy";
import { toast } from "../ui/toast";
import { t } from "../words/words";
import { postcard } from "./postcard";

/** The engine's picture of the table's board: SVG. */
export type BoardPicture = () => string;

const PNG_SIDE = 2400;

/** Gives the browser a file to save, and says so. */
function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  toast(t("panels.save.saved", { name }));
}

/** A file name of the game and this day. */
function fileName(table: TableModel, ending: string): string {
  return `tessera-${table.view.setup.game}-${new Date().toISOString().slice(0, 10)}.${ending}`;
}

/** Saves the record. */
export async function saveRecord(table: TableModel): Promise<void> {
  save(fileName(table, "txt"), new Blob([await table.record()], { type: "text/plain" }));
}

/** Saves the picture as SVG. */
export function saveSvg(table: TableModel, board: BoardPicture): void {
  save(fileName(table, "svg"), new Blob([postcard(table.view, board())], { type: "image/svg+xml" }));
}

/** The picture as PNG, its longer side `PNG_SIDE` pixels. */
async function pngOf(table: TableModel, board: BoardPicture): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([postcard(table.view, board())], { type: "image/svg+xml" }));
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
    if (!content) throw new Error("the browser could not paint the picture");
    return content;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Saves the picture as PNG. */
export async function savePng(table: TableModel, board: BoardPicture): Promise<void> {
  save(fileName(table, "png"), await pngOf(table, board));
}

/**
 * Gives the picture to the device's own share sheet, or saves it where there is none or the browser refuses: the
 * picture takes its time, and the tap may be too long ago. A person who changes their mind is left alone.
 */
export async function shareGame(table: TableModel, board: BoardPicture): Promise<void> {
  const name = fileName(table, "png");
  const content = await pngOf(table, board);
  const files = [new File([content], name, { type: "image/png" })];
  try {
    if (!navigator.canShare?.({ files })) return save(name, content);
    await navigator.share({ files });
  } catch (error) {
    if ((error as Error).name !== "AbortError") save(name, content);
  }
}

/** Copies a link to the position now. */
export async function copyLink(table: TableModel): Promise<void> {
  const route = await reviewRoute(await table.record(), table.view.words.length);
  await copyAddress(new URL(route, location.href).href);
}
