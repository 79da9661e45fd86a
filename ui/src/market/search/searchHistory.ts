import { customerStorage } from "@/customerStorage";

/** Each customer of the device has their own history. */
const HISTORY_KEY = "shistory";
const KEPT = 10;

/** The earlier searches, the latest first. */
export function readHistory(): string[] {
  try {
    const stored: unknown = JSON.parse(customerStorage().get(HISTORY_KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((entry) => typeof entry === "string") : [];
  } catch {
    return [];
  }
}

/** Moves a keyword to the head of the history. */
export function remember(keyword: string): void {
  const text = keyword.trim();
  if (!text) return;
  const rest = readHistory().filter((entry) => entry !== text);
  customerStorage().set(HISTORY_KEY, JSON.stringify([text, ...rest].slice(0, KEPT)));
}

export function forgetHistory(): void {
  customerStorage().remove(HISTORY_KEY);
}
