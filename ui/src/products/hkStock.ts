import { compareScaled, parseScaled, type Scaled } from "@/ui/scaled";
import type { Kind } from "./kind";

/** The price up to which the steps of the exchange's tick table have three decimals (HKEX, since 2026-08-03). */
const FINE_UP_TO: Scaled = { units: 10n, scale: 0 };

/** Shares of the Hong Kong exchange: in board lots, in Hong Kong dollars, settled two days after the trade. */
export const hkStock: Kind = {
  quote: "quoteHongKong",
  noun: "share",
  thing: "stock",
  words: undefined,
  onMargin: false,
  priceDecimals(_symbol, price) {
    const known = parseScaled(price);
    return known && compareScaled(known, FINE_UP_TO) <= 0 ? 3 : 2;
  },
  quotePanels: [
    "head",
    "book",
    "chart",
    "stats",
    "lots",
    "position",
    "offer",
    "actions",
    "company",
  ],
};
