import { createStore } from "@/store";

/** Long enough to read a few words, and short enough to be in nobody's way. */
const TOAST_MS = 2000;

export interface Toast {
  id: number;
  text: string;
}

export const toasts = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Says something for a while. The same sentence is not stacked on itself. */
export function toast(text: string, forMs = TOAST_MS): void {
  const rest = toasts.get().filter((shown) => shown.text !== text);
  lastId += 1;
  const id = lastId;
  toasts.set([...rest, { id, text }].slice(-3));
  setTimeout(() => toasts.set(toasts.get().filter((shown) => shown.id !== id)), forMs);
}
