import Big from "big.js";
import type { Bar } from "@/api/market";
import { type DayClock, tradingDayAt } from "./tradingDay";

/**
 * The day's volume-weighted average price from its minutes. The price of a minute is the mean of its high, low and
 * close. Null if nothing was traded.
 */
export function averagePrice(bars: readonly Bar[], decimals: number): string | null {
  let [value, volume] = [new Big(0), new Big(0)];
  for (const bar of bars) {
    value = value.plus(new Big(bar.high).plus(bar.low).plus(bar.close).times(bar.volume));
    volume = volume.plus(bar.volume);
  }
  return volume.gt(0)
    ? value.div(volume.times(3)).round(decimals, Big.roundHalfUp).toFixed(decimals)
    : null;
}

/** The bars of one bar's day, up to that bar: a chart that was panned back has earlier days too. */
export function dayUntil(bars: readonly Bar[], index: number, scale: DayClock): readonly Bar[] {
  const dayAt = (at: number) => tradingDayAt(bars[at]?.start ?? 0, scale);
  let first = index;
  while (first > 0 && dayAt(first - 1) === dayAt(index)) first -= 1;
  return bars.slice(first, index + 1);
}
