import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Bar, InstrumentDetail } from "@/api/market";
import { hasCalendar, type TradingDay, tradingMonths } from "@/api/tradingDays";
import { DAY_MS, momentOnExchange } from "@/ui/time";
import { startOf } from "./panning";
import { type Period, partOfDay } from "./periods";
import { outsideHours, type Stretch } from "./tradingHours";

const NONE: readonly Stretch[] = [];
const NO_DAYS: TradingDay[] = [];

/** The months that contain the bars, in any time zone: `2026-11`. */
export function monthsOf(bars: readonly Bar[]): string[] {
  const [first, last] = [startOf(bars[0]), startOf(bars.at(-1))];
  if (bars.length === 0) return [];
  const months: string[] = [];
  const end = new Date(last + DAY_MS).toISOString().slice(0, 7);
  const month = new Date(first - DAY_MS);
  month.setUTCDate(1);
  for (let name = ""; name !== end; month.setUTCMonth(month.getUTCMonth() + 1)) {
    name = month.toISOString().slice(0, 7);
    months.push(name);
  }
  return months;
}

/** The bars before and after regular hours, for bars within a day of an exchange with a calendar. */
export function useOutsideHours(
  { market, openAroundTheClock }: InstrumentDetail,
  bars: readonly Bar[],
  period: Period,
): readonly Stretch[] {
  const length = partOfDay(period);
  const calendar = length !== null && !openAroundTheClock && hasCalendar(market) ? market : null;
  const months = calendar ? monthsOf(bars) : [];
  const { data: days = NO_DAYS } = useQuery({
    ...tradingMonths(calendar ?? "UsStock", months),
    enabled: calendar !== null,
    placeholderData: keepPreviousData,
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: bars that end and begin alike are alike
  return useMemo(() => {
    if (calendar === null || length === null || days.length === 0) return NONE;
    const hours = days.map(({ date, opens, closes }) => ({
      opens: momentOnExchange(date, opens, calendar),
      closes: momentOnExchange(date, closes, calendar),
    }));
    return outsideHours(bars, length, hours);
  }, [calendar, length, days, bars.length, bars[0]?.start, bars.at(-1)?.start]);
}
