import type { Listing } from "@/api/market";

/** The greatest number of instruments to compare with, so that three are drawn. */
export const OTHERS_MAX = 2;

const isSame = (a: Listing, b: Listing) => a.symbol === b.symbol && a.market === b.market;

/**
 * The instruments that an address compares `of` with: `compare=UsStock.MSFT,HK.00700`. Unreadable parts are left out.
 */
export function readCompared(text: string | undefined, of: Listing): Listing[] {
  const named = (text ?? "").split(",").flatMap((part): Listing[] => {
    const [market, symbol, more] = part.split(".");
    return market && symbol && more === undefined ? [{ market, symbol }] : [];
  });
  return named.reduce<Listing[]>((kept, one) => withCompared(kept, one, of), []);
}

export const writeCompared = (others: readonly Listing[]) =>
  others.map(({ market, symbol }) => `${market}.${symbol}`).join(",");

/** Adds an instrument, unless it is present or the limit is reached. */
export function withCompared(others: readonly Listing[], one: Listing, of: Listing): Listing[] {
  const isKnown = isSame(one, of) || others.some((other) => isSame(other, one));
  return isKnown || others.length >= OTHERS_MAX ? [...others] : [...others, one];
}

export const withoutCompared = (others: readonly Listing[], one: Listing): Listing[] =>
  others.filter((other) => !isSame(other, one));
