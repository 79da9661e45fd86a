import { HOUR_MS } from "@/ui/time";

/** "23:59:12" is what is left of a day. */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const [minutes, rest] = parts.map((part) => String(part).padStart(2, "0"));
  return `${Math.floor(seconds / 3_600)}:${minutes}:${rest}`;
}

export type Unit = "seconds" | "minutes" | "hours";

const HOUR = HOUR_MS / 1_000;

/** A time that an operator has set, in the greatest unit that it is whole in. */
export function lastsFor(seconds: number): { unit: Unit; count: number } {
  if (seconds % HOUR === 0) return { unit: "hours", count: seconds / HOUR };
  if (seconds % 60 === 0) return { unit: "minutes", count: seconds / 60 };
  return { unit: "seconds", count: seconds };
}
