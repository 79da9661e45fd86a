import { compareScaled, parseScaled, type Scaled } from "@/ui/scaled";
import type { Kind } from "./kind";

/** The price from which on prices usually have so many decimals, as the steps of exchanges do: highest first. */
const USUAL: readonly (readonly [from: Scaled, decimals: number])[] = [
  [{ units: 10n, scale: 0 }, 2],
  [{ units: 1n, scale: 0 }, 3],
  [{ units: 1n, scale: 1 }, 4],
  [{ units: 1n, scale: 2 }, 5],
  [{ units: 1n, scale: 3 }, 6],
];

/** Coins: bought and owned in fractions, in USDT, around the clock. */
export const crypto: Kind = {
  quote: "quoteCrypto",
  noun: "coin",
  coin: (symbol) => symbol.replace(/(?<=.)USDT?$/, ""),
  thing: "coin",
  words: undefined,
  onMargin: false,
  feesByLiquidity: true,
  usualDecimals(price) {
    const known = parseScaled(price);
    if (!known) return 2;
    return USUAL.find(([from]) => compareScaled(known, from) >= 0)?.[1] ?? 8;
  },
  quotePanels: ["head", "chart", "position", "depth", "trades", "stats"],
};
