import { customerStorage } from "@/customerStorage";

/** Each customer of the device has a history of their own. */
const HISTORY_KEY = "shistory";
const KEPT = 10;

/** What was searched for before, the latest first. */
export function readHistory(): string[] {
  try {
    const stored: unknown = JSON.parse(customerStorage().get(HISTORY_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}

/** Puts a keyword at the head of the history, once. */
export function remember(keyword: string): void {
  const text = keyword.trim();
  if (!text) return;
  const rest = readHistory().filter((entry) => entry !== text);
  customerStorage().set(HISTORY_KEY, JSON.stringify([text, ...rest].slice(0, KEPT)));
}

export function forgetHistory(): void {
  customerStorage().remove(HISTORY_KEY);
}
