import Big from "big.js";
import type { Bar } from "@/api/market";

/**
 * The average price of the day: what its minutes traded at, weighted by what was traded in them. A minute counts at the
 * middle of its high, low and close. Null where nothing was traded.
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
