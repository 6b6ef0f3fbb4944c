/**
 * What reaches a player whose eyes are elsewhere: by their wish this browser tells them that a table waits, by itself
 * while the page is hidden, and by Web Push while it is closed. The service worker (app/sw.ts) finds what it needs for
 * that in the cache `seats`: who may ask for which table, and the words.
 */
import { forget, keep, recall } from "../ui/store";
import { loadArea, t } from "../words/words";
import { type KeptSeat, keptSeats } from "./kept-seats";
import { Server } from "./server";
import { type OwnTable, tableSeen, turns } from "./turns";

/** What is kept of the wish: the endpoint of the push subscription ("": none), and by table the one it was told. */
interface Wish {
  endpoint: string;
  told: Record<string, string>;
}

const WISH = "notify";
/** The cache and the one file in it that the service worker reads. */
const SEATS = "seats";

/** What came of the wish to be told. */
export type Granted = "on" | "denied" | "unsupported";

const server = new Server();
const state = { begun: false, waiting: new Set<string>(), renewed: Promise.resolve() };

/** Whether the player wishes to be told by this browser. */
export function isTold(): boolean {
  return recall<Wish>(WISH) !== null;
}

/** Watches over the tables of this browser from now on; again for nothing. */
export async function begin(): Promise<void> {
  if (state.begun) return;
  state.begun = true;
  await loadArea("lobby");
  state.renewed = renew();
  turns.subscribe((tables) => void follow(tables).catch(console.warn));
  turns.begin();
}

/** The player wishes to be told: asks the browser's leave, subscribes to pushes where there are any. */
export async function tellMe(): Promise<Granted> {
  if (!("Notification" in window)) return "unsupported";
  if (!(await isAllowed())) return "denied";
  keep(WISH, { endpoint: await subscribe().catch(() => ""), told: {} } satisfies Wish);
  await follow(turns.tables);
  return "on";
}

/** Asks the browser's leave. One that refuses to be asked gives none. */
async function isAllowed(): Promise<boolean> {
  try {
    return (await Notification.requestPermission()) === "granted";
  } catch {
    return false;
  }
}

/** The player wishes it no longer: the server forgets the subscription, and so does the browser. */
export async function tellMeNoMore(): Promise<void> {
  const wish = recall<Wish>(WISH);
  forget(WISH);
  await dropForWorker();
  for (const seat of keptSeats()) {
    const url = wish?.told[seat.table];
    if (url) await server.notice(seat, { kind: "push", url, yes: false }).catch(() => {});
  }
  const subscription = await (await worker())?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

/**
 * Once for each time that the page is opened: the server is told the subscription again, as it forgets one that a push
 * service refused; and with another key of the server, or a subscription that has ended, there is a new one.
 */
export async function renew(): Promise<void> {
  const wish = recall<Wish>(WISH);
  if (!wish || Notification.permission !== "granted") return;
  const endpoint = await subscribe().catch(() => wish.endpoint);
  if (isTold()) keep(WISH, { endpoint, told: {} } satisfies Wish);
}

/** The page's service worker; none where the browser has none, or blocks it. */
async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.getRegistration();
  } catch {
    return undefined;
  }
}

/** The endpoint of this browser's push subscription for the server's key; "" where there is none to be had. */
async function subscribe(): Promise<string> {
  const key = await server.pushKey();
  const manager = (await worker())?.pushManager;
  if (!key || !manager) return "";
  const old = await manager.getSubscription();
  if (old && !hasKey(old, key)) await old.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  return subscription.endpoint;
}

/** Whether a subscription was made for this key of the server, in base64url. */
function hasKey(subscription: PushSubscription, key: string): boolean {
  const bytes = new Uint8Array(subscription.options.applicationServerKey ?? new ArrayBuffer(0));
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "") === key;
}

/** The tables were asked for: who is to be told is told, and the server knows where to push for each of them. */
async function follow(tables: readonly OwnTable[]): Promise<void> {
  const waiting = tables.filter(({ task }) => task !== "");
  const fresh = waiting.filter(({ seat }) => !state.waiting.has(seat.table));
  state.waiting = new Set(waiting.map(({ seat }) => seat.table));
  const wish = recall<Wish>(WISH);
  if (!wish) return;
  await keepForWorker(tables.map(({ seat }) => seat)).catch(console.info);
  if (document.hidden) for (const table of fresh) await notify(table).catch(console.info);
  await state.renewed;
  const renewed = recall<Wish>(WISH);
  if (renewed?.endpoint) await register(renewed, tables);
}

/** Tells the server the subscription for each seat that it does not know it for. */
async function register(wish: Wish, tables: readonly OwnTable[]): Promise<void> {
  for (const { seat } of tables) {
    if (wish.told[seat.table] === wish.endpoint) continue;
    try {
      await server.notice(seat, { kind: "push", url: wish.endpoint, yes: true });
      wish.told[seat.table] = wish.endpoint;
    } catch {
      // Refused: there are other devices enough, or the game is over.
    }
  }
  if (isTold()) keep(WISH, wish);
}

/** What a notice says, in the language of the page. */
export function noticeWords({ task }: Pick<OwnTable, "task">): string {
  return task === "" ? t("lobby.task.none") : t(`lobby.task.${task}`);
}

/** Shown by the browser; one of a table takes the place of that before it. */
async function notify({ seat, task }: OwnTable): Promise<void> {
  if (Notification.permission !== "granted" || tableSeen() === seat.table) return;
  const options = { body: noticeWords({ task }), tag: seat.table, data: `#/t/${seat.table}` };
  const registration = await worker();
  if (registration?.active) return registration.showNotification(t("app.name"), options);
  const shown = new Notification(t("app.name"), options);
  shown.addEventListener("click", () => {
    window.focus();
    location.hash = options.data;
  });
}

/** The service worker asks with this while no page is open. Nothing of it stays when the wish was taken back meanwhile. Rejects
 * where the browser has no caches, or blocks them. */
async function keepForWorker(seats: readonly KeptSeat[]): Promise<void> {
  const tasks = ["seal", "contribute", "answer", "draw", "move"] as const;
  const words = Object.fromEntries(tasks.map((task) => [task, noticeWords({ task })]));
  const told = {
    seats: seats.map(({ table, token }) => ({ table, token })),
    words: { ...words, name: t("app.name"), none: t("lobby.task.none") },
  };
  await (await caches.open(SEATS)).put(SEATS, new Response(JSON.stringify(told)));
  if (!isTold()) await dropForWorker();
}

/** Takes away what the service worker asks with. A browser that has no caches, or blocks them, has kept nothing there. */
async function dropForWorker(): Promise<void> {
  try {
    await caches.delete(SEATS);
  } catch (error) {
    console.info(error);
  }
}
