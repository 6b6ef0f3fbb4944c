/**
 * The service worker: caches all built files under the version of the build and answers requests from this cache, so
 * that the page works without a network. It never caches the server's interface. A new version waits until no page of
 * the old version is open, because such a page still loads files of its own version.
 */
declare const KEPT_FILES: string[];
declare const KEPT_VERSION: string;

/** The members of a service worker's events that are used here. TypeScript's library for workers cannot be used
 * together with the one for pages. */
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
/** An open page. */
interface Client {
  focus(): Promise<Client>;
  navigate(address: string): Promise<Client | null>;
}
/** The members that the global object of a service worker has, but that of a page lacks. */
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

/** The cached file for a request; every address within the page gets the page itself. */
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

/** The data that the page stores for the worker (game/elsewhere.ts): tokens by table, and the text of each task. */
interface Kept {
  seats: { table: string; token: string }[];
  words: Record<string, string>;
}

async function keptSeats(): Promise<Kept> {
  const seats = async () => (await caches.open("seats")).match("seats");
  const found = await seats().catch(() => undefined);
  return found ? ((await found.json()) as Kept) : { seats: [], words: {} };
}

/** The tables of the stored seats that wait for their holder, each with its task. */
async function waitingTables({ seats }: Kept): Promise<{ table: string; task: string }[]> {
  const body = JSON.stringify({ seats });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(new URL("api/v1/turns", ROOT), { method: "POST", headers, body });
  if (!answer.ok) return [];
  const { tables } = (await answer.json()) as { tables: { table: string; task?: string }[] };
  return tables.flatMap(({ table, task }) => (task ? [{ table, task }] : []));
}

/** The tables at which friends wait for the player of this device. */
async function challenges({ seats }: Kept): Promise<{ table: string; task: string }[]> {
  const device = seats.find(({ token }) => token.startsWith("player."))?.token;
  if (!device) return [];
  const headers = { Authorization: `Bearer ${device}` };
  const answer = await fetch(new URL("api/v1/players/me/people", ROOT), { headers });
  if (!answer.ok) return [];
  const people = (await answer.json()) as { challenges: { table: string }[] };
  return people.challenges.map(({ table }) => ({ table, task: "challenge" }));
}

/** Handles a push. A push has no content, so the worker asks the server which tables wait. Browsers require a
 * notification for each push. */
async function tell(): Promise<void> {
  const kept = await keptSeats();
  const asked = [waitingTables(kept), challenges(kept)].map((tables) => tables.catch(() => []));
  const waiting = (await Promise.all(asked)).flat();
  const { name = "Tessera", none = "" } = kept.words;
  await worker.navigator.setAppBadge?.(waiting.length).catch(() => {});
  const show = (body: string, table: string) =>
    worker.registration.showNotification(name, { body, tag: table, data: table ? `#/t/${table}` : "#/" });
  await Promise.all(waiting.map(({ table, task }) => show(kept.words[task] ?? "", table)));
  if (waiting.length === 0) await show(none, "");
}

/**
 * Opens the table of a clicked notification, in an open page or in a new one. The worker cannot navigate a page that
 * was opened before the worker existed.
 */
async function follow({ notification }: NoticeEvent): Promise<void> {
  notification.close();
  const address = new URL(String(notification.data ?? ""), ROOT).href;
  const [open] = await worker.clients.matchAll({ type: "window" });
  if (!open) await worker.clients.openWindow(address);
  else await (await open.navigate(address))?.focus();
}

/** The table to which an address invites (`/t/ID`); null for other addresses. The page that is kept shows it. */
function invitedTo(request: Request): string | null {
  if (request.mode !== "navigate" || !request.url.startsWith(ROOT.href)) return null;
  return /^t\/([\w-]+)(?:[?#]|$)/.exec(request.url.slice(ROOT.href.length))?.[1] ?? null;
}

self.addEventListener("install", (event) => (event as WorkerEvent).waitUntil(install()));
self.addEventListener("activate", (event) => (event as WorkerEvent).waitUntil(forgetOthers()));
self.addEventListener("push", (event) => (event as WorkerEvent).waitUntil(tell()));
self.addEventListener("notificationclick", (event) => (event as NoticeEvent).waitUntil(follow(event as NoticeEvent)));
self.addEventListener("fetch", (event) => {
  const { request } = event as FetchEvent;
  const file = keptFile(request);
  const table = invitedTo(request);
  if (file) (event as FetchEvent).respondWith(answer(request, file));
  else if (table) (event as FetchEvent).respondWith(Promise.resolve(Response.redirect(`${ROOT.href}#/t/${table}`)));
});
