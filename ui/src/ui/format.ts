/** The true minus sign, as wide as a plus, so that columns of signed figures line up. */
export const MINUS = "\u2212";

/** Shown where there is no figure. */
export const NO_VALUE = "\u2013";

/** A decimal string; nothing if the server has no figure, for example before the first tick. */
export type Figure = string | null | undefined;

export interface DecimalOptions {
  /** At least this many decimals: zeros are added. */
  min?: number;
  /** At most this many decimals: the rest is rounded half away from zero. */
  max?: number;
  /** Puts a + before values above zero. */
  sign?: boolean;
}

/** More decimals than any figure has, and within every browser's limit. */
const ALL_DECIMALS = 20;

const formats = new Map<string, Intl.NumberFormat>();

/** Building a format is slow, and ticks ask for the same one many times a second. */
function formatOf(language: string, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.NumberFormat(language, options);
  formats.set(key, format);
  return format;
}

/** True for a decimal string of the wire; browsers would accept more. */
const isDecimal = (value: Figure): value is Intl.StringNumericLiteral =>
  /^-?\d+(\.\d+)?$/.test(value ?? "");

/** Formats a decimal string without a float: browsers read it to the last digit. Other text becomes a dash. */
function write(value: Figure, language: string, options: Intl.NumberFormatOptions): string {
  if (!isDecimal(value)) return NO_VALUE;
  return formatOf(language, options).format(value).replace("-", MINUS);
}

/** A decimal string for people: grouped, with a true minus. Other text becomes a dash. */
export const formatDecimal = (value: Figure, { min, max, sign }: DecimalOptions = {}) =>
  write(value, "en", {
    minimumFractionDigits: min ?? 0,
    maximumFractionDigits: max ?? ALL_DECIMALS,
    signDisplay: sign ? "exceptZero" : "negative",
  });

/** Currencies not counted in hundredths (ISO 4217, or their token's contract), of those that prices here are in. */
const DECIMALS: Record<string, number> = { JPY: 0, KRW: 0, BTC: 8, USDT: 6 };

/** Currencies that are counted finer than they are written: further decimals are shown where they are not zero. */
const SHOWN_DECIMALS: Record<string, number> = { USDT: 2 };

/** The number of decimals of a currency's amounts, to which they are rounded, and that may be typed. */
export const currencyDecimals = (currency: string | undefined) => DECIMALS[currency ?? ""] ?? 2;

/** The least number of decimals that amounts of a currency are written with. */
const shownDecimals = (currency: string | undefined) =>
  SHOWN_DECIMALS[currency ?? ""] ?? currencyDecimals(currency);

/** An amount with the decimals of its currency, two if unknown; further decimals are kept. */
export const formatMoney = (value: Figure, currency?: string) =>
  formatDecimal(value, { min: shownDecimals(currency) });

/** `formatMoney` of a gain or a loss, always with its sign. */
export const formatGain = (value: Figure, currency?: string) =>
  formatDecimal(value, { min: shownDecimals(currency), sign: true });

/** A price with two decimals, or those of its tick size, so that its width is steady. */
export const formatPrice = (value: Figure, decimals = 2) => formatDecimal(value, { min: decimals });

/** A gain or loss, always with its sign, so that colour is not the only cue. */
export const formatSigned = (value: Figure, decimals = 2) =>
  formatDecimal(value, { min: decimals, sign: true });

export type Direction = "rise" | "fall" | "flat";

/** The direction of a signed figure. */
export function directionOf(value: Figure): Direction {
  if (!isDecimal(value) || !/[1-9]/.test(value)) return "flat";
  return value.startsWith("-") ? "fall" : "rise";
}

/**
 * `"1.25"` is 1.25 %. A share that rounds to zero but is not zero is marked by its limit; `gain` is the amount behind the
 * share.
 */
export function formatPercent(value: Figure, gain: Figure = value): string {
  const text = formatDecimal(value, { min: 2, max: 2, sign: true });
  if (text === NO_VALUE) return text;
  const direction = directionOf(gain);
  if (text !== "0.00" || direction === "flat") return `${text}%`;
  return `${direction === "rise" ? "+" : MINUS}<0.01%`;
}

const COMPACT = {
  notation: "compact",
  useGrouping: true,
  maximumSignificantDigits: 3,
  maximumFractionDigits: 0,
  roundingPriority: "morePrecision",
} as const;

/** A large figure in few characters: 41.2M, and 4,123万 in Chinese. Three significant digits or more. */
export function formatCompact(value: Figure, language: string): string {
  if (language === "en") return write(value, language, COMPACT);
  const text = write(value, "zh-Hans", COMPACT);
  // Browsers have English units for Hong Kong and 兆 for Taiwan, where Hong Kong says 萬億.
  return language === "zh-Hant" ? text.replace("万", "萬").replace("亿", "億") : text;
}

/** Splits a figure before its decimals, which are drawn smaller: ["104,218", ".37"]. */
export function splitDecimals(text: string): [whole: string, decimals: string] {
  const point = text.indexOf(".");
  return point < 0 ? [text, ""] : [text.slice(0, point), text.slice(point)];
}
