import { HOUR_MS } from "@/ui/time";

export type Unit = "seconds" | "minutes" | "hours";

const HOUR = HOUR_MS / 1_000;

/** A time set by the operator, in the greatest unit that divides it. */
export function lastsFor(seconds: number): { unit: Unit; count: number } {
  if (seconds % HOUR === 0) return { unit: "hours", count: seconds / HOUR };
  if (seconds % 60 === 0) return { unit: "minutes", count: seconds / 60 };
  return { unit: "seconds", count: seconds };
}
