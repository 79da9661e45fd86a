import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import { decodePage, encodePage, PAGE_SIZE_MAX } from "./paging";
import type { Wire } from "./wire";

/** The markets with a screen for their trading days. */
export const calendarMarkets = ["UsStock", "HK"] as const;
export type CalendarMarket = (typeof calendarMarkets)[number];

export const hasCalendar = (market: string): market is CalendarMarket =>
  calendarMarkets.some((known) => known === market);

/** A trading day by the clock of its exchange: `2026-11-27`, `09:30`. */
export interface TradingDay {
  date: string;
  opens: string;
  closes: string;
  /** Pauses within the day. */
  breaks: { from: string; to: string }[];
  closesEarly: boolean;
}

export const decodeTradingDay = (wire: Wire["TradingDayRow"]): TradingDay => ({
  date: wire.date,
  opens: wire.open,
  closes: wire.close,
  breaks: wire.breaks,
  closesEarly: wire.halfDay,
});

const decodeDays = (wire: Wire["TradingDays"]) => ({
  ...decodePage(decodeTradingDay)(wire),
  /** The names of holidays by their day. */
  holidays: Object.fromEntries(wire.holidays.map(({ date, name }) => [date, name])),
});

/** The days from today on, page by page. */
export const tradingDays = (market: CalendarMarket) =>
  infiniteQueryOptions({
    queryKey: [...families.market, "days", market],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const body = { market, ...encodePage(pageParam, PAGE_SIZE_MAX) };
      return reply(api.POST("/stocka_trading_day/getPageList", { body, signal })).then(decodeDays);
    },
    getNextPageParam: ({ next }) => next,
  });

/** The trading days of a month (`2026-11`), past ones too. */
const tradingMonth = (market: CalendarMarket, month: string) =>
  queryOptions({
    queryKey: [...families.market, "days", market, month],
    queryFn: ({ signal }) => {
      const body = { market, month, ...encodePage(1, PAGE_SIZE_MAX) };
      return reply(api.POST("/stocka_trading_day/getPageList", { body, signal })).then(
        (page) => decodePage(decodeTradingDay)(page).rows,
      );
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The trading days of some months, each of which is read once. */
export const tradingMonths = (market: CalendarMarket, months: readonly string[]) =>
  queryOptions({
    queryKey: [...families.market, "days", market, months],
    queryFn: async ({ client }) => {
      const days = await Promise.all(
        months.map((month) => client.fetchQuery(tradingMonth(market, month))),
      );
      return days.flat();
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
