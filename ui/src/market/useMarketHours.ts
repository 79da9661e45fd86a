import { useQuery } from "@tanstack/react-query";
import { instrumentDetail } from "@/api/instrument";
import type { InstrumentDetail } from "@/api/market";

/** The markets whose hours are told, each with an instrument that knows them. */
const KNOWING = {
  UsStock: "AAPL",
  HK: "00700",
  Forex: "EURUSD",
  Crypto: "BTCUSDT",
} as const;

export type TimedMarket = keyof typeof KNOWING;
export const timedMarkets = Object.keys(KNOWING) as TimedMarket[];

/** Hours change with the sessions, not with ticks. */
const READ_EVERY_MS = 60_000;

/** When a market trades; undefined while it is not known. */
export function useMarketHours(market: TimedMarket): InstrumentDetail | undefined {
  const listing = { market, symbol: KNOWING[market] };
  return useQuery({ ...instrumentDetail(listing), refetchInterval: READ_EVERY_MS }).data;
}
