import { formatInZone } from "@/ui/time";

/** A calendar day with its weekday: "Thu 26 Nov", with a space between them in Chinese too. */
export function weekdayText(date: string, language: string, month: "short" | "long"): string {
  const text = (parts: Intl.DateTimeFormatOptions) =>
    formatInZone(Date.parse(date), language, "UTC", parts);
  const day = { day: "numeric", month } as const;
  if (language === "en") return text({ ...day, weekday: "short" });
  return `${text(day)} ${text({ weekday: "short" })}`;
}
