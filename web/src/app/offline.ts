/** Registers the service worker that keeps the page for times without a network. */

/** Does nothing where browsers allow no service worker: files, plain http from elsewhere. */
export function keepOffline(): void {
  if (!("serviceWorker" in navigator) || !location.protocol.startsWith("http")) return;
  navigator.serviceWorker.register(new URL("sw.js", document.baseURI)).catch((error: unknown) => console.warn(error));
}
