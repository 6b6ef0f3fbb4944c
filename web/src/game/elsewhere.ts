/**
 * Notices to a player who does not look at the page. If the player wants them, this browser reports that a table waits:
 * by itself while the page is hidden, and by Web Push while it is closed. The service worker (app/sw.ts) finds the
 * seats' tokens and the words in the cache `seats`.
 */
import { forget, keep, recall } from "../ui/store";
import { loadArea, t } from "../words/words";
import { type KeptSeat, keptSeats } from "./kept-seats";
import { Server } from "./server";
import { type OwnTable, tableSeen, turns } from "./turns";

/** The stored setting: the endpoint of the push subscription ("": none), and for each table the endpoint sent to it. */
interface Wish {
  endpoint: string;
  told: Record<string, string>;
}

const WISH = "notify";
/** The cache and its only file, which the service worker reads. */
const SEATS = "seats";

/** The result of turning notices on. */
export type Granted = "on" | "denied" | "unsupported";

const server = new Server();
const state = { begun: false, waiting: new Set<string>(), renewed: Promise.resolve() };

/** Whether notices are on in this browser. */
export function isTold(): boolean {
  return recall<Wish>(WISH) !== null;
}

/** Starts watching the tables of this browser. A second call does nothing. */
export async function begin(): Promise<void> {
  if (state.begun) return;
  state.begun = true;
  await loadArea("lobby");
  state.renewed = renew();
  turns.subscribe((tables) => void follow(tables).catch(console.warn));
  turns.begin();
}

/** Turns notices on: asks the browser for permission, and subscribes to pushes where they exist. */
export async function tellMe(): Promise<Granted> {
  if (!("Notification" in window)) return "unsupported";
  if (!(await isAllowed())) return "denied";
  keep(WISH, { endpoint: await subscribe().catch(() => ""), told: {} } satisfies Wish);
  await follow(turns.tables);
  return "on";
}

/** Asks the browser for permission. A browser that throws gives none. */
async function isAllowed(): Promise<boolean> {
  try {
    return (await Notification.requestPermission()) === "granted";
  } catch {
    return false;
  }
}

/** Turns notices off: the server and the browser forget the subscription. */
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
 * Called once when the page opens. It sends the subscription to the server again, because the server forgets one that a
 * push service refused. If the server has another key, or the subscription has ended, it makes a new one.
 */
export async function renew(): Promise<void> {
  const wish = recall<Wish>(WISH);
  if (!wish || Notification.permission !== "granted") return;
  const endpoint = await subscribe().catch(() => wish.endpoint);
  if (isTold()) keep(WISH, { endpoint, told: {} } satisfies Wish);
}

/** The page's service worker; undefined where the browser has none or blocks it. */
async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    return await navigator.serviceWorker?.getRegistration();
  } catch {
    return undefined;
  }
}

/** The endpoint of this browser's push subscription for the server's key; "" where none can be made. */
async function subscribe(): Promise<string> {
  const { push: key } = await server.info();
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

/** Handles an answer about the tables: shows notices, and sends the server the subscription for each table. */
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

/** Sends the subscription for each seat for which the server does not have it. */
async function register(wish: Wish, tables: readonly OwnTable[]): Promise<void> {
  for (const { seat } of tables) {
    if (wish.told[seat.table] === wish.endpoint) continue;
    try {
      await server.notice(seat, { kind: "push", url: wish.endpoint, yes: true });
      wish.told[seat.table] = wish.endpoint;
    } catch {
      // The server refused: the seat has enough devices, or the game is over.
    }
  }
  if (isTold()) keep(WISH, wish);
}

/** The text of a notice, in the language of the page. */
export function noticeWords({ task }: Pick<OwnTable, "task">): string {
  return task === "" ? t("lobby.task.none") : t(`lobby.task.${task}`);
}

/** Lets the browser show a notice; it replaces the table's previous one. */
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

/** Keeps the tokens with which the service worker asks while no page is open. Deletes them if notices were turned off
 * meanwhile. Rejects where the browser has no caches or blocks them. */
async function keepForWorker(seats: readonly KeptSeat[]): Promise<void> {
  const tasks = ["seal", "contribute", "answer", "draw", "move"] as const;
  const words = Object.fromEntries(tasks.map((task) => [task, noticeWords({ task })]));
  const told = {
    seats: seats.map(({ table, token }) => ({ table, token })),
    words: { ...words, challenge: t("lobby.task.challenge"), name: t("app.name"), none: t("lobby.task.none") },
  };
  await (await caches.open(SEATS)).put(SEATS, new Response(JSON.stringify(told)));
  if (!isTold()) await dropForWorker();
}

/** Deletes the tokens kept for the service worker. A browser without caches, or that blocks them, has kept nothing. */
async function dropForWorker(): Promise<void> {
  try {
    await caches.delete(SEATS);
  } catch (error) {
    console.info(error);
  }
}
