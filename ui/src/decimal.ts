import Big from "big.js";

/*
 * Exact arithmetic on the decimal strings of the wire. There are no floats: money, prices and quantities are text
 * outside, and arbitrary-precision decimals within.
 */

const DECIMAL = /^-?\d+(\.\d+)?$/;

/** Accepts only the wire's decimals: no exponent, no bare point. */
const parse = (value: string): Big | null => (DECIMAL.test(value) ? new Big(value) : null);

export const isDecimal = (value: string) => parse(value) !== null;

/** True for a number above zero; false for anything else, unfinished input included. */
export const isPositive = (value: string) => parse(value)?.gt(0) ?? false;

export const add = (a: string, b: string) => new Big(a).plus(b).toFixed();
export const subtract = (a: string, b: string) => new Big(a).minus(b).toFixed();
export const multiply = (a: string, b: string) => new Big(a).times(b).toFixed();
export const negate = (value: string) => new Big(value).neg().toFixed();

/** Below, at or above zero if `a` is less than, equal to or greater than `b`. */
export const compare = (a: string, b: string) => new Big(a).cmp(b);
export const equal = (a: string, b: string) => compare(a, b) === 0;

export const sum = (values: readonly string[]) => values.reduce(add, "0");

/** Rounds to the nearest cent, or to other decimals, halves away from zero. */
export const roundMoney = (value: string, decimals = 2) =>
  new Big(value).round(decimals, Big.roundHalfUp).toFixed(decimals);

/** An estimate to the nearest cent; one of less than a cent is exact, so that it is not written as nothing. */
export const toCents = (value: string) =>
  decimalsOf(value) <= 2 || new Big(value).abs().lt("0.01") ? value : roundMoney(value);

/** The part as a percentage of `whole`, with two decimals: `"2.76"` is 2.76 %. */
export function percentOf(part: string, whole: string): string {
  if (equal(whole, "0")) return "0.00";
  const size = new Big(part).times(100).div(new Big(whole).abs());
  return size.round(2, Big.roundHalfUp).toFixed(2);
}

/** A price with as many decimals as it needs, but at least `least`; trailing zeros beyond are dropped. */
export function withDecimals(price: string, least: number): string {
  const exact = parse(price);
  if (!exact) return price;
  return exact.toFixed(Math.max(least, decimalsOf(exact.toFixed())));
}

/** The share of an amount that `part` is of `whole`, to the nearest cent, or to other decimals. */
export function proportion(amount: string, part: string, whole: string, decimals = 2): string {
  if (equal(whole, "0")) return "0.00";
  return roundMoney(new Big(amount).times(part).div(whole).toFixed(), decimals);
}

/** The number of decimals of a step's multiples: 2 for `"0.01"`, 0 for `"1"`. */
export const decimalsOf = (step: string) =>
  (parse(step) ?? new Big(1)).toFixed().split(".")[1]?.length ?? 0;

/** The next multiple of `step` above or below a value, never less than `least`, which is one step by default. */
export function stepBy(value: string, step: string, way: 1 | -1, least = step): string {
  const size = new Big(step);
  const steps = new Big(value).div(size);
  const whole = steps.round(0, way === 1 ? Big.roundDown : Big.roundUp).plus(way);
  const next = whole.times(size);
  return (next.gte(least) ? next : new Big(least)).toFixed(decimalsOf(step));
}

/** The multiple of `step` next to a value. */
export const nearestStep = (value: string, step: string) =>
  new Big(value).div(step).round(0, Big.roundHalfUp).times(step).toFixed(decimalsOf(step));

/** A value within bounds; the upper bound is optional. */
export function clamp(value: string, min: string, max?: string): string {
  if (max !== undefined && compare(value, max) > 0) return max;
  return compare(value, min) < 0 ? min : value;
}

/** Rounds up to the cent, as for what a buyer pays. */
export const ceilMoney = (value: string, decimals = 2) =>
  new Big(value).round(decimals, Big.roundUp).toFixed(decimals);

/** Rounds up to a whole unit of the currency. */
export const ceilWhole = (value: string) => new Big(value).round(0, Big.roundUp).toFixed(2);

/** Rounds down to the cent, as for a seller's proceeds and payouts across currencies. */
export const floorMoney = (value: string, decimals = 2) =>
  new Big(value).round(decimals, Big.roundDown).toFixed(decimals);

/** The number of whole times that `part`, above zero, fits into a value. */
export function wholeTimes(value: string, part: string): string {
  const [whole, unit] = [new Big(value), new Big(part)];
  // The remainder is exact; a quotient would be rounded, and might round up.
  return whole.minus(whole.mod(unit)).div(unit).toFixed();
}
