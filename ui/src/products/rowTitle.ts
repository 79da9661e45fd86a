import type { Instrument } from "@/api/market";
import { titleOf } from ".";

/** The month at the end of a contract's name: «Dec 2026», or «2612» in Chinese. */
const MONTH = / ([A-Z][a-z]+ \d{4}|\d{4})$/;

/**
 * The title of an instrument in a list. The month of a contract stands beside its code, so that a long name is not cut
 * where the months differ.
 */
export function rowTitleOf(of: Pick<Instrument, "assetClass" | "symbol" | "name">) {
  const title = titleOf(of);
  const month = of.assetClass === "future" ? MONTH.exec(title.first)?.[1] : undefined;
  if (month === undefined) return title;
  return {
    first: title.first.slice(0, -month.length - 1),
    second: `${month} · ${title.second}`,
  };
}
