import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { encodeMonths } from "@/api/futures";
import { families } from "@/api/keys";
import { decodeRow } from "@/api/listed";
import type { ListedInstrument } from "@/api/market";
import { DAY_MS, formatInZone } from "@/ui/time";

/** All months of a future, by any one of them; the nearest first. */
export const futureMonths = (symbol: string) =>
  queryOptions({
    queryKey: [...families.market, "months", symbol],
    queryFn: async ({ signal }) => {
      const body = encodeMonths(symbol);
      return (await reply(api.POST("/m_ft/futures", { body, signal }))).map(decodeRow);
    },
    // Open interest is counted once a day, and a month is listed less often.
    staleTime: 60_000,
  });

/** The letters that exchanges have for the months of a year. */
const LETTERS = "FGHJKMNQUVXZ";

/** The month of a contract, which ends its code: ESZ26 is of December 2026. Null where the code says none. */
export function contractMonth(symbol: string): string | null {
  const [, letter = "", year] = /([FGHJKMNQUVXZ])(\d\d)$/.exec(symbol) ?? [];
  return year ? `20${year}-${String(LETTERS.indexOf(letter) + 1).padStart(2, "0")}` : null;
}

/** The same in words, and the code where it says none. */
export function monthText(symbol: string, language: string): string {
  const month = contractMonth(symbol);
  if (!month) return symbol;
  return formatInZone(Date.parse(month), language, "UTC", { month: "short", year: "numeric" });
}

/** The month that most hold, which brokers call the main contract; undefined while nobody counts them. */
export const leadingMonth = (months: readonly ListedInstrument[]): string | undefined =>
  months.find(({ isMainMonth }) => isMainMonth)?.symbol;

/** How many days lie between two days of a calendar. */
export const daysUntil = (date: string, today: string) =>
  Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS);
