import { platform } from "@/platform";

/** The specification's storage key. */
const HISTORY_KEY = "shistory";
const KEPT = 10;

/** What was searched for before, the latest first. */
export function readHistory(): string[] {
  try {
    const stored: unknown = JSON.parse(platform.storage.get(HISTORY_KEY) ?? "[]");
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
  platform.storage.set(HISTORY_KEY, JSON.stringify([text, ...rest].slice(0, KEPT)));
}

export function forgetHistory(): void {
  platform.storage.remove(HISTORY_KEY);
}
