/** The offer to keep the page as a program of the device. Browsers that can do so say it by an event; the person is
 * asked once. */
import { keep, recall } from "./store";

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const ANSWERED = "install.answered";
const state: { offer: InstallEvent | null; listeners: Set<() => void> } = { offer: null, listeners: new Set() };

/** Keeps the browser's offer until a screen shows it; must be called before the first screen opens. */
export function awaitOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    if (recall(ANSWERED)) return;
    event.preventDefault();
    state.offer = event as InstallEvent;
    for (const listener of state.listeners) listener();
  });
}

/** Whether the browser offers to install the page and the person has not answered yet. */
export function isOffered(): boolean {
  return state.offer !== null;
}

/** Calls the listener when the offer comes; returns a function that unsubscribes. */
export function onOffer(listener: () => void): () => void {
  state.listeners.add(listener);
  return () => state.listeners.delete(listener);
}

/** Takes the person's answer; with yes the browser shows its own question. */
export async function answerOffer(yes: boolean): Promise<void> {
  const { offer } = state;
  state.offer = null;
  keep(ANSWERED, true);
  if (yes) await offer?.prompt();
}
