/** The parts of each list: the exchanges of US stocks, and the classes of all else. */
export const PARTS = {
  usStock: ["NASDAQ", "NYSE", "AMEX"],
  hkStock: [],
  index: ["america", "europe", "asia"],
  forex: ["major", "minor", "exotic"],
  future: ["index", "energy", "metal", "agricultural"],
  agricultural: [],
  crypto: ["layer1", "payments", "infrastructure", "defi", "meme"],
} as const;

type Parts = typeof PARTS;

/** A part of a list; "" is the whole. */
export type Part = "" | Parts[keyof Parts][number];

/** The parts without an older name in addresses. */
export const newerParts = [...PARTS.index, ...PARTS.future, ...PARTS.crypto] as const;

export const partsOf = (assets: keyof Parts): readonly Exclude<Part, "">[] => PARTS[assets];

/** The industries of stocks: the sectors of the Global Industry Classification Standard, as the server names them. */
export const INDUSTRIES = [
  "Communication Services",
  "Consumer Discretionary",
  "Consumer Staples",
  "Energy",
  "Financials",
  "Health Care",
  "Industrials",
  "Information Technology",
  "Materials",
  "Real Estate",
  "Utilities",
] as const;
