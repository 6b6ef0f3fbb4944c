/** Registers the service worker that keeps the page for times without a network. */
import { scriptAddress } from "../engine/trusted";

/** Does nothing where browsers allow no service worker: files, plain http from elsewhere, site data that is blocked. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  const script = scriptAddress(new URL("sw.js", document.baseURI));
  try {
    await navigator.serviceWorker.register(script);
  } catch (error) {
    console.info("the page is not kept for times without a network:", error);
  }
}
