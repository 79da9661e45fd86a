/** Money and prices as the screens write them, in whole hundredths: exact, and never a float. */
export function hundredths(text: string): bigint {
  const match = /([+\u2212-]?)([\d,]+)\.(\d\d)(?!\d)/.exec(text);
  if (!match) throw new Error(`no figure with two decimals in "${text}"`);
  const [, sign = "", whole = "", cents = ""] = match;
  const value = BigInt(whole.replaceAll(",", "") + cents);
  return sign === "\u2212" || sign === "-" ? -value : value;
}

/** Hundredths as they are typed into a field. */
export const typed = (value: bigint) => `${value / 100n}.${String(value % 100n).padStart(2, "0")}`;
