/** Registers the service worker, which makes the page work without a network. */
import { scriptAddress } from "../engine/trusted";

/** Does nothing if the page is a single file, or if the browser allows no service worker: over plain http from another
 * machine, or with site data blocked. */
export async function keepOffline(): Promise<void> {
  if (PAGE_PLACE === "file" || !("serviceWorker" in navigator)) return;
  const script = scriptAddress(new URL("sw.js", document.baseURI));
  try {
    await navigator.serviceWorker.register(script);
  } catch (error) {
    console.info("the page is not kept for times without a network:", error);
  }
}
