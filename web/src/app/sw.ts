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

interface NoticeEvent extends WorkerEvent {
  readonly notification: Notification;
}
/** A page that is open. */
interface Client {
  focus(): Promise<Client>;
  navigate(address: string): Promise<Client | null>;
}
/** What the global of a service worker has besides that of a page. */
interface WorkerGlobal {
  readonly registration: ServiceWorkerRegistration;
  readonly navigator: Partial<Pick<Navigator, "setAppBadge">>;
  readonly clients: {
    matchAll(options: { type: "window" }): Promise<Client[]>;
    openWindow(address: string): Promise<Client | null>;
  };
}

const worker = self as unknown as WorkerGlobal;
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
  const kept = async () => (await caches.open(CACHE)).match(new URL(file, ROOT));
  return (await kept().catch(() => undefined)) ?? fetch(request);
}

/** What the page keeps for the worker (game/elsewhere.ts): who may ask for which table, and the words of each task. */
interface Kept {
  seats: { table: string; token: string }[];
  words: Record<string, string>;
}

async function keptSeats(): Promise<Kept> {
  const found = await (await caches.open("seats")).match("seats").catch(() => undefined);
  return found ? ((await found.json()) as Kept) : { seats: [], words: {} };
}

/** The tables of the kept seats that wait, and what for. */
async function waitingTables({ seats }: Kept): Promise<{ table: string; task: string }[]> {
  const body = JSON.stringify({ seats });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(new URL("api/v1/turns", ROOT), { method: "POST", headers, body });
  if (!answer.ok) return [];
  const { tables } = (await answer.json()) as { tables: { table: string; task?: string }[] };
  return tables.flatMap(({ table, task }) => (task ? [{ table, task }] : []));
}

/** A push says nothing but that there is something: the server is asked what. Browsers want each to be shown. */
async function tell(): Promise<void> {
  const kept = await keptSeats();
  const waiting = await waitingTables(kept).catch(() => []);
  const { name = "Tessera", none = "" } = kept.words;
  await worker.navigator.setAppBadge?.(waiting.length).catch(() => {});
  const show = (body: string, table: string) =>
    worker.registration.showNotification(name, { body, tag: table, data: table ? `#/t/${table}` : "#/" });
  await Promise.all(waiting.map(({ table, task }) => show(kept.words[task] ?? "", table)));
  if (waiting.length === 0) await show(none, "");
}

/**
 * A notice leads to its table, in the page that is open or in a new one. A page that was opened before there was a
 * worker is none that it could lead anywhere.
 */
async function follow({ notification }: NoticeEvent): Promise<void> {
  notification.close();
  const address = new URL(String(notification.data ?? ""), ROOT).href;
  const [open] = await worker.clients.matchAll({ type: "window" });
  if (!open) await worker.clients.openWindow(address);
  else await (await open.navigate(address))?.focus();
}

self.addEventListener("install", (event) => (event as WorkerEvent).waitUntil(install()));
self.addEventListener("activate", (event) => (event as WorkerEvent).waitUntil(forgetOthers()));
self.addEventListener("push", (event) => (event as WorkerEvent).waitUntil(tell()));
self.addEventListener("notificationclick", (event) => (event as NoticeEvent).waitUntil(follow(event as NoticeEvent)));
self.addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  const file = keptFile(request);
  if (file) (event as FetchEvent).respondWith(answer(request, file));
});
