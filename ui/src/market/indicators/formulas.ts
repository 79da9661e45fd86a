import { BollingerBands, EMA, MACD, Period, RSI, SMA } from "trading-signals";
import type { Studied } from "./catalog";

/** The input of an indicator: a bar in floats, to be drawn. */
export interface Point {
  high: number;
  low: number;
  close: number;
}

/** One figure per line of the indicator; null if too few bars came before. */
export type Values = readonly (number | null)[];

/** Calculates an indicator bar by bar. `replace` replaces the newest bar. */
export type Formula = (bar: Point, replace: boolean) => Values;

interface ByClose {
  update(close: number, replace: boolean): unknown;
  getResult(): number | null;
}

/** One line of the closes per length. */
const each =
  (Line: new (length: number) => ByClose, ...lengths: number[]) =>
  (): Formula => {
    const lines = lengths.map((length) => new Line(length));
    return ({ close }, replace) =>
      lines.map((line) => {
        line.update(close, replace);
        return line.getResult();
      });
  };

function bollinger(): Formula {
  const bands = new BollingerBands(20, 2);
  return ({ close }, replace) => {
    const at = bands.update(close, replace);
    return at ? [at.middle, at.upper, at.lower] : [null, null, null];
  };
}

/** The columns are the difference itself, as on TradingView; some brokers draw twice as much. */
function macd(): Formula {
  const signal = new EMA(9);
  const study = new MACD(new EMA(12), new EMA(26), signal);
  return ({ close }, replace) => {
    const at = study.update(close, replace);
    if (!at) return [null, null, null];
    return signal.isStable ? [at.macd, at.signal, at.histogram] : [at.macd, null, null];
  };
}

/** The starting value of K and D, as brokers use it. */
const NEUTRAL = 50;

/** Two thirds of the old value and one third of the new: an exponential average of five, started at the middle. */
function smoothed(): EMA {
  const average = new EMA(5);
  average.update(NEUTRAL, false);
  return average;
}

/**
 * RSV is the position of the close between the lowest low and the highest high of nine bars, in percent; K smooths it,
 * D smooths K, and J is 3K − 2D. The library's stochastic oscillator uses simple averages instead.
 */
function kdj(): Formula {
  const [highs, lows] = [new Period(9), new Period(9)];
  const [slow, slower] = [smoothed(), smoothed()];
  return ({ high, low, close }, replace) => {
    const top = highs.update(high, replace)?.highest;
    const bottom = lows.update(low, replace)?.lowest;
    if (top === undefined || bottom === undefined) return [null, null, null];
    const place = top === bottom ? NEUTRAL : ((close - bottom) / (top - bottom)) * 100;
    const k = slow.update(place, replace);
    const d = slower.update(k, replace);
    return [k, d, 3 * k - 2 * d];
  };
}

export const FORMULAS: Record<Studied, () => Formula> = {
  MA: each(SMA, 5, 10, 20, 60),
  EMA: each(EMA, 12, 26),
  BOLL: bollinger,
  MACD: macd,
  RSI: each(RSI, 14),
  RSI3: each(RSI, 6, 12, 24),
  KDJ: kdj,
};
