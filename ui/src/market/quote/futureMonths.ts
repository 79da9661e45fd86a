import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { encodeMonths } from "@/api/futures";
import { families } from "@/api/keys";
import { decodeRow } from "@/api/listed";
import type { ListedInstrument } from "@/api/market";
import { formatInZone } from "@/ui/time";

/** All months of a future, found by any one of them; the nearest first. */
export const futureMonths = (symbol: string) =>
  queryOptions({
    queryKey: [...families.market, "months", symbol],
    queryFn: async ({ signal }) => {
      const body = encodeMonths(symbol);
      return (await reply(api.POST("/m_ft/futures", { body, signal }))).map(decodeRow);
    },
    // Open interest is updated once a day, and new months are rarer.
    staleTime: 60_000,
  });

/** The exchanges' letters for the months of a year. */
const LETTERS = "FGHJKMNQUVXZ";

/** The month of a contract, at the end of its code: ESZ26 is December 2026. Null if the code has none. */
export function contractMonth(symbol: string): string | null {
  const [, letter = "", year] = /([FGHJKMNQUVXZ])(\d\d)$/.exec(symbol) ?? [];
  return year ? `20${year}-${String(LETTERS.indexOf(letter) + 1).padStart(2, "0")}` : null;
}

/** The contract's month in words, or the code if it has none. */
export function monthText(symbol: string, language: string): string {
  const month = contractMonth(symbol);
  if (!month) return symbol;
  return formatInZone(Date.parse(month), language, "UTC", { month: "short", year: "numeric" });
}

/** The month with the greatest open interest, the main contract; undefined while unknown. */
export const leadingMonth = (months: readonly ListedInstrument[]): string | undefined =>
  months.find(({ isMainMonth }) => isMainMonth)?.symbol;
