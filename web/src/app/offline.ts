/** Registers the service worker that keeps the page for times without a network. */
import { scriptAddress } from "../engine/trusted";

/** Does nothing where browsers allow no service worker: files, plain http from elsewhere. */
export function keepOffline(): void {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  const script = scriptAddress(new URL("sw.js", document.baseURI));
  navigator.serviceWorker.register(script).catch((error: unknown) => console.warn(error));
}
