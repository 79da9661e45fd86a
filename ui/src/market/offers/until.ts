import type { TFunction } from "i18next";

const pad = (number: number) => String(number).padStart(2, "0");

/** The time left: days and hours, hours and minutes, or a running clock. */
export function untilText(t: TFunction<"offers">, ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days > 0) return t("until.days", { days, hours: hours % 24 });
  if (hours > 0) return t("until.hours", { hours, minutes: pad(minutes % 60) });
  return `${minutes}:${pad(seconds % 60)}`;
}
