import Big from "big.js";
import type { Bar } from "@/api/types";
import type { Quote } from "@/push/quotes";
import type { Period } from "./queries";

const MINUTE_MS = 60_000;
const VOLUME = 5;

const greater = (a: string, b: string) => (new Big(a).gte(b) ? a : b);
const lesser = (a: string, b: string) => (new Big(a).lte(b) ? a : b);

/** A bar's fields by name. Prices and volume are decimal strings. */
export function readBar(bar: Bar) {
  const [time, open, high, low, close, volume] = bar;
  return {
    time: Number(time),
    open: String(open),
    high: String(high),
    low: String(low),
    close: String(close),
    volume: String(volume),
  };
}

/**
 * The bars with the newest quote in them: the last bar takes the price up, and on the chart of the
 * day a new minute begins a new bar. `bars` is what the server sent and stays as it is.
 *
 * The server counts the day's volume; the day's own bar takes it as it is, and longer or shorter
 * bars keep the volume of their last reading until they are read again.
 */
export function withQuote(bars: Bar[], quote: Quote | undefined, period: Period): Bar[] {
  const last = bars.at(-1);
  if (!quote || !last || quote.stale) return bars;
  const { time, open, high, low, volume } = readBar(last);
  const price = quote.price_nominal;
  const quoted = Number(quote.quoteTimestamp);
  if (quoted < time) return bars;

  if (period === "intraday" && quoted >= time + MINUTE_MS) {
    const minute = quoted - (quoted % MINUTE_MS);
    return [...bars, [minute, price, price, price, price, "0"]];
  }
  const moved: Bar =
    period === "1D"
      ? [time, open, greater(high, quote.high), lesser(low, quote.low), price, quote.volume]
      : [time, open, greater(high, price), lesser(low, price), price, volume];
  return [...bars.slice(0, -1), moved];
}

/** Simple moving average of the closes over `length` bars, at each bar that has enough before it. */
export function movingAverage(bars: Bar[], length: number): { time: number; value: string }[] {
  const closes = bars.map((bar) => new Big(readBar(bar).close));
  let sum = new Big(0);
  return bars.flatMap((bar, index) => {
    sum = sum.plus(closes[index] ?? 0);
    if (index >= length) sum = sum.minus(closes[index - length] ?? 0);
    if (index < length - 1) return [];
    return [{ time: readBar(bar).time, value: sum.div(length).toFixed(4) }];
  });
}

export const volumeOf = (bar: Bar) => String(bar[VOLUME]);
