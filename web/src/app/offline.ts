/** Registers the service worker that keeps the page for times without a network. */
import { scriptAddress } from "../engine/trusted";

/** Does nothing where the page is one file, and where browsers allow no service worker: plain http from elsewhere, site data
 * that is blocked. */
export async function keepOffline(): Promise<void> {
  if (PAGE_PLACE === "file" || !("serviceWorker" in navigator)) return;
  const script = scriptAddress(new URL("sw.js", document.baseURI));
  try {
    await navigator.serviceWorker.register(script);
  } catch (error) {
    console.info("the page is not kept for times without a network:", error);
  }
}
