import { absolute, compareScaled, parseScaled, round, type Scaled, shift } from "./scaled";

/** The true minus sign, as wide as a plus, so that columns of signed figures line up. */
export const MINUS = "\u2212";

/** Shown where there is no figure. */
export const NO_VALUE = "\u2013";

/** A decimal string, or nothing where the server knows no figure, for example before the first tick. */
export type Figure = string | null | undefined;

export interface DecimalOptions {
  /** At least this many decimals: zeros are added. */
  min?: number;
  /** At most this many decimals: the rest is rounded half away from zero. */
  max?: number;
  /** Puts a + before what is above zero. */
  sign?: boolean;
}

function group(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ",");
}

/** Whole digits and decimals of a figure without its sign; zeros at the end are left out. */
function digitsOf({ units, scale }: Scaled): [whole: string, decimals: string] {
  const digits = String(units).padStart(scale + 1, "0");
  const cut = digits.length - scale;
  return [digits.slice(0, cut), digits.slice(cut).replace(/0+$/, "")];
}

/** A decimal string for people: grouped, with a true minus. What is no number becomes a dash. */
export function formatDecimal(value: Figure, options: DecimalOptions = {}): string {
  const number = parseScaled(value);
  return number ? formatScaled(number, options) : NO_VALUE;
}

function formatScaled(number: Scaled, options: DecimalOptions): string {
  const rounded = options.max === undefined ? number : round(number, options.max);
  const [whole, decimals] = digitsOf(absolute(rounded));
  const padded = decimals.padEnd(options.min ?? 0, "0");
  const text = padded ? `${group(whole)}.${padded}` : group(whole);
  if (rounded.units < 0n) return MINUS + text;
  return options.sign && rounded.units > 0n ? `+${text}` : text;
}

/** Currencies that are not counted in hundredths (ISO 4217), as far as anything here is priced in them. */
const DECIMALS: Record<string, number> = { JPY: 0, KRW: 0, BTC: 8 };

/** The decimals that amounts of a currency have. */
export const currencyDecimals = (currency: string | undefined) => DECIMALS[currency ?? ""] ?? 2;

/** An amount with the decimals of its currency, two where it is not said; more are kept, never cut. */
export const formatMoney = (value: Figure, currency?: string) =>
  formatDecimal(value, { min: currencyDecimals(currency) });

/** A price: two decimals, or as many as its instrument's tick has, so that it does not jump as it ticks. */
export const formatPrice = (value: Figure, decimals = 2) => formatDecimal(value, { min: decimals });

/** A gain or loss: its sign is always there, so that colour is never the only carrier. */
export const formatSigned = (value: Figure, decimals = 2) =>
  formatDecimal(value, { min: decimals, sign: true });

export type Direction = "rise" | "fall" | "flat";

/** Which way a signed figure points. */
export function directionOf(value: Figure): Direction {
  const units = parseScaled(value)?.units ?? 0n;
  if (units === 0n) return "flat";
  return units > 0n ? "rise" : "fall";
}

/** `"1.25"` is 1.25 %. What rounds to nothing and is something says so; `gain` is the amount that is such a share. */
export function formatPercent(value: Figure, gain: Figure = value): string {
  const text = formatDecimal(value, { min: 2, max: 2, sign: true });
  if (text === NO_VALUE) return text;
  const direction = directionOf(gain);
  if (text !== "0.00" || direction === "flat") return `${text}%`;
  return `${direction === "rise" ? "+" : MINUS}<0.01%`;
}

const UNITS: Record<string, readonly (readonly [exponent: number, unit: string])[]> = {
  en: [
    [12, "T"],
    [9, "B"],
    [6, "M"],
    [3, "K"],
  ],
  "zh-Hans": [
    [12, "万亿"],
    [8, "亿"],
    [4, "万"],
  ],
  "zh-Hant": [
    [12, "萬億"],
    [8, "億"],
    [4, "萬"],
  ],
};

/** A large figure in few characters: 41.2M, and 4,120万 in Chinese. Three significant digits or more. */
export function formatCompact(value: Figure, language: string): string {
  const number = parseScaled(value);
  if (!number) return NO_VALUE;
  const units = UNITS[language] ?? UNITS.en ?? [];
  // A figure that rounds up to the next unit's first value is shown in that unit: 1M, not 1,000K.
  for (const [exponent, unit] of units) {
    const scaled = shift(number, exponent);
    const rounded = round(scaled, decimalsFor(scaled));
    if (compareScaled(absolute(rounded), ONE) >= 0) return formatScaled(rounded, {}) + unit;
  }
  return formatScaled(number, { max: 2 });
}

const ONE: Scaled = { units: 1n, scale: 0 };

function decimalsFor(number: Scaled): number {
  const size = absolute(number);
  if (compareScaled(size, { units: 100n, scale: 0 }) >= 0) return 0;
  return compareScaled(size, { units: 10n, scale: 0 }) >= 0 ? 1 : 2;
}

/** Cuts a figure before its decimals, which are drawn smaller: ["104,218", ".37"]. */
export function splitDecimals(text: string): [whole: string, decimals: string] {
  const point = text.indexOf(".");
  return point < 0 ? [text, ""] : [text.slice(0, point), text.slice(point)];
}
