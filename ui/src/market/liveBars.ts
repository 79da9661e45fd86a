import Big from "big.js";
import type { Bar, Quote } from "@/api/market";
import { type Period, partOfDay } from "./periods";

/** The greater of two figures; the first where there is no other. */
const greater = (a: string, b: string | null) => (b === null || new Big(a).gte(b) ? a : b);
const lesser = (a: string, b: string | null) => (b === null || new Big(a).lte(b) ? a : b);

/** What a list of bars was worked out from, kept to add the next quote to it. */
interface Reading {
  /** As the server sent them. */
  source: Bar[];
  /** With every quote since in them. */
  bars: Bar[];
  /** The day's volume at the last quote; undefined before the first. */
  dayVolume: string | null | undefined;
  quote: Quote | undefined;
}

/** What was traded between two quotes, by the day's volume. A smaller one belongs to a new day. */
function tradedSince(before: string | null | undefined, after: string | null): Big {
  if (before == null || after === null) return new Big(0);
  const traded = new Big(after).minus(before);
  return traded.lt(0) ? new Big(after) : traded;
}

function withQuote(bars: Bar[], quote: Quote, traded: Big, period: Period): Bar[] {
  const last = bars.at(-1);
  const { last: price, at } = quote;
  if (!last || price === null || at === null || at < last.start) return bars;

  const length = partOfDay(period);
  if (length !== null && at >= last.start + length) {
    const start = at - (at % length);
    const bar = { start, open: price, high: price, low: price, close: price };
    return [...bars, { ...bar, volume: traded.toFixed() }];
  }
  const isDay = period === "1D";
  const moved: Bar = {
    start: last.start,
    open: last.open,
    high: greater(last.high, isDay ? quote.high : price),
    low: lesser(last.low, isDay ? quote.low : price),
    close: price,
    volume: isDay ? (quote.volume ?? last.volume) : traded.plus(last.volume).toFixed(),
  };
  return [...bars.slice(0, -1), moved];
}

/**
 * The bars of one chart as they live. The server's bars are read now and then; each quote in between moves the last
 * one, and on charts of minutes a new one begins when the last is over. A quote tells the day's volume, so a bar grows by
 * what that grew; the day's own bar takes it as it is. A new reading replaces what was worked out.
 */
export class LiveBars {
  #last: Reading = { source: [], bars: [], dayVolume: undefined, quote: undefined };
  readonly #period: Period;

  constructor(period: Period) {
    this.#period = period;
  }

  /** The same bars and the same quote give the same list, so that a component may ask at every drawing. */
  with(source: Bar[], quote: Quote | undefined): Bar[] {
    const last = this.#last;
    if (source === last.source && quote === last.quote) return last.bars;
    const bars = source === last.source ? last.bars : source;
    this.#last = { source, bars, dayVolume: last.dayVolume, quote };
    if (!quote || quote.stale) return bars;
    const traded = quote === last.quote ? new Big(0) : tradedSince(last.dayVolume, quote.volume);
    this.#last.dayVolume = quote.volume;
    this.#last.bars = withQuote(bars, quote, traded, this.#period);
    return this.#last.bars;
  }
}
