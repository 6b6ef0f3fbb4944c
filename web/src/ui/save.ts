/** Files that the page hands to the device of the person. */
import { t } from "../words/words";
import { toast } from "./toast";

/** Lets the browser save a file, and shows a notice. */
export function save(name: string, content: Blob): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  toast(t("panels.save.saved", { name }));
}
