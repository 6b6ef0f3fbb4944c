/**
 * The service worker: keeps every built file under the version of the build and answers from there, so that the page
 * opens and plays without a network. The server's interface is never kept. A new version waits until no page of the old
 * one is open, as the old one still loads its own chunks.
 */
declare const KEPT_FILES: string[];
declare const KEPT_VERSION: string;

/** What a service worker's events have; TypeScript's worker library and that of the page exclude each other. */
interface WorkerEvent extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface FetchEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

const CACHE = `tessera-${KEPT_VERSION}`;
const ROOT = new URL("./", self.location.href);

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll(KEPT_FILES.map((file) => new Request(new URL(file, ROOT), { cache: "no-cache" })));
}

async function forgetOthers(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name !== CACHE && name.startsWith("tessera-")).map((name) => caches.delete(name)),
  );
}

/** The kept file that answers a request: the page itself for every address of it. */
function keptFile(request: Request): string | null {
  if (request.method !== "GET" || !request.url.startsWith(ROOT.href)) return null;
  const path = request.url.slice(ROOT.href.length).split(/[?#]/)[0];
  if (path === "") return "index.html";
  return KEPT_FILES.includes(path) ? path : null;
}

async function answer(request: Request, file: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(new URL(file, ROOT))) ?? fetch(request);
}

self.addEventListener("install", (event) => (event as WorkerEvent).waitUntil(install()));
self.addEventListener("activate", (event) => (event as WorkerEvent).waitUntil(forgetOthers()));
self.addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  const file = keptFile(request);
  if (file) (event as FetchEvent).respondWith(answer(request, file));
});
