import { createStore } from "@/store";

/** Long enough to read a few words, and short enough not to be in the way. */
const TOAST_MS = 2000;

export interface Toast {
  id: number;
  text: string;
}

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a sentence for a while. A repeated sentence replaces the earlier one. */
export function toast(text: string, forMs = TOAST_MS): void {
  const rest = toasts.get().filter((shown) => shown.text !== text);
  lastId += 1;
  const id = lastId;
  toasts.set([...rest, { id, text }].slice(-3));
  setTimeout(() => toasts.set(toasts.get().filter((shown) => shown.id !== id)), forMs);
}
