/** Exports from a table: its record, pictures of its board, and a link to its position. */

import { reviewRoute } from "../game/link";
import type { TableModel } from "../game/model";
import { copyAddress } from "../ui/copy";
import { save } from "../ui/save";
import { postcard } from "./postcard";

/** Returns the engine's picture of the table's board as SVG. */
export type BoardPicture = () => string;

const PNG_SIDE = 2400;

/** A file name made from the game and today's date. */
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

/** The picture as PNG; its longer side has `PNG_SIDE` pixels. */
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
 * Opens the device's share dialog with the picture. If there is none, or the browser refuses, it saves the picture
 * instead; a browser may refuse because making the picture took too long after the tap. If the person cancels, nothing
 * more happens.
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

/** Copies a link to the present position. */
export async function copyLink(table: TableModel): Promise<void> {
  const route = await reviewRoute(await table.record(), table.view.words.length);
  await copyAddress(new URL(route, location.href).href);
}
