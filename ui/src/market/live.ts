import { useEffect, useMemo } from "react";
import { decodePushedBars } from "@/api/bars";
import { changeBook, decodePushedBook } from "@/api/depth";
import type { Bar, InstrumentDetail, Listing } from "@/api/market";
import { decodePushedStatus, type MarketStatus } from "@/api/marketStatus";
import { addTrades, decodePushedTrades } from "@/api/trades";
import { topicBoard, useTopic } from "@/push/topicBoard";
import { useLive } from "@/push/useLive";
import type { Period } from "./chart/periods";
import { type ToldBars, tellBars, withTold } from "./liveBars";
import { depth, recentTrades } from "./quote/quoteQueries";

const books = topicBoard({ whole: decodePushedBook, change: changeBook });
const trades = topicBoard({ whole: decodePushedTrades, change: addTrades });
const statuses = topicBoard({
  whole: decodePushedStatus,
  change: (_, data) => decodePushedStatus(data),
});
const bars = topicBoard<ToldBars>({
  whole: (data, before) => ({
    bars: decodePushedBars(data),
    snapshot: (before?.snapshot ?? 0) + 1,
  }),
  change: (told, data) => tellBars(told, decodePushedBars(data)),
  fast: true,
});

const nameOf = ({ market, symbol }: Listing) => `${market}:${symbol}`;

/** The live book of an instrument. */
export const useBook = (listing: Listing) =>
  useLive(useTopic(books, `depth:${nameOf(listing)}`), depth(listing));

/** The live trades of an instrument, newest first. */
export const useTrades = (listing: Listing) =>
  useLive(useTopic(trades, `trades:${nameOf(listing)}`), recentTrades(listing));

/**
 * The live session of an instrument's market, which without a calendar is always open; as first read if the socket has
 * no data.
 */
export function useMarketStatus({
  calendar,
  quote,
  isOnBreak,
  sessionOpensAt,
  sessionClosesAt,
  openAroundTheClock,
}: InstrumentDetail): MarketStatus {
  const neverCloses = calendar === "";
  const told = useTopic(statuses, neverCloses ? null : `status:${calendar}`);
  const read = { opensAt: sessionOpensAt, closesAt: sessionClosesAt, isOnBreak };
  const always = openAroundTheClock || neverCloses;
  return (
    told ?? {
      session: quote.session,
      ...read,
      openAroundTheClock: always,
      holiday: null,
      halts: [],
    }
  );
}

/** The bars of a chart with the pushed last ones. `readAgain` is called when bars in between are missing. */
export function useLiveBars(
  listing: Listing,
  period: Period,
  read: Bar[] | undefined,
  readAgain: () => void,
): Bar[] {
  const name = `bars:${nameOf(listing)}:${period}`;
  const told = useTopic(bars, name);
  const [first, last] = [told?.bars[0]?.start, read?.at(-1)?.start];
  const isBehind = first !== undefined && last !== undefined && last < first;
  const [isRead, snapshot] = [last !== undefined, told?.snapshot];
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each snapshot, whatever the reading brings
  useEffect(() => {
    if (isBehind) readAgain();
  }, [name, snapshot, isRead]);
  return useMemo(() => withTold(read ?? [], told?.bars ?? []), [read, told]);
}
