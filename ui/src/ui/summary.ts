import { absolute, compareScaled, parseScaled, type Scaled } from "./scaled";

/** The summary of a chart: first and last value, the change between them, the highest and the lowest. */
export interface Summary {
  first: string;
  last: string;
  change: string;
  /** In percent of the first, with two decimals; null if that is zero. */
  percent: string | null;
  high: string;
  low: string;
}

/** One step of a chart. A bar has three figures; a point uses its one figure for all three. */
export interface Stretch {
  high: string;
  low: string;
  close: string;
}

const text = ({ units, scale }: Scaled): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, "0");
  const cut = digits.length - scale;
  const decimals = scale > 0 ? `.${digits.slice(cut)}` : "";
  return `${units < 0n ? "-" : ""}${digits.slice(0, cut)}${decimals}`;
};

const power = (exponent: number) => 10n ** BigInt(exponent);

function difference(from: Scaled, till: Scaled): Scaled {
  const scale = Math.max(from.scale, till.scale);
  const units = till.units * power(scale - till.scale) - from.units * power(scale - from.scale);
  return { units, scale };
}

/** In percent with two decimals, halves away from zero. */
function share(part: Scaled, whole: Scaled): Scaled | null {
  const size = absolute(whole).units * power(part.scale);
  if (size === 0n) return null;
  const units = (absolute(part).units * power(whole.scale) * 20_000n + size) / (2n * size);
  return { units: part.units < 0n ? -units : units, scale: 2 };
}

/** The highest and the lowest figure of some stretches, in their original notation. */
export function extremesOf(stretches: readonly Pick<Stretch, "high" | "low">[]) {
  let [high, low]: { text: string; number: Scaled }[] = [];
  for (const stretch of stretches) {
    const [top, bottom] = [parseScaled(stretch.high), parseScaled(stretch.low)];
    if (top && (!high || compareScaled(top, high.number) > 0)) {
      high = { text: stretch.high, number: top };
    }
    if (bottom && (!low || compareScaled(bottom, low.number) < 0)) {
      low = { text: stretch.low, number: bottom };
    }
  }
  return high && low ? { high: high.text, low: low.text } : null;
}

/** The summary of a chart; null if it is empty. Exact, and without big.js, which the first route does not load. */
export function summaryOf(stretches: readonly Stretch[]): Summary | null {
  const [first, last] = [stretches[0]?.close, stretches.at(-1)?.close];
  const [from, till] = [parseScaled(first), parseScaled(last)];
  const extremes = extremesOf(stretches);
  if (first === undefined || last === undefined || !from || !till || !extremes) return null;
  const change = difference(from, till);
  const percent = share(change, from);
  return { first, last, change: text(change), percent: percent && text(percent), ...extremes };
}

/** `summaryOf` for single figures, oldest first. */
export const summaryOfPoints = (points: readonly string[]) =>
  summaryOf(points.map((close) => ({ high: close, low: close, close })));
