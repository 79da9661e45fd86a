import type { ScreenName } from "@/screens";
import type { Figure } from "@/ui/format";

/** A part of the quote screen (`desk/QuotePage.tsx` draws each). */
export type QuotePanel =
  | "head"
  | "book"
  | "chart"
  | "stats"
  | "lots"
  | "margin"
  | "months"
  | "contract"
  | "depth"
  | "trades"
  | "region"
  | "position"
  | "actions"
  | "offer"
  | "company";

/**
 * The noun of quantities: in Chinese with a counter (股, 手, 枚). Coins are counted in their code, and units, such as
 * those of a pair's base currency, have no noun.
 */
export type Noun = "share" | "contract" | "coin" | "unit";

/** The noun of one instrument in sentences: "this stock". */
export type Thing = "stock" | "pair" | "contract" | "coin" | "index";

/**
 * The differences between kinds of products on the screens: one file per kind, and one line in `index.ts`. Facts of an
 * instrument, such as its lot, tick and currency, come from the server and are not here.
 */
export interface Kind {
  /** The screen of one instrument. */
  quote: Extract<ScreenName, `quote${string}`>;
  /** The noun of its quantities, with texts in `count` and `measure` of `orders.json` (`words.ts`). */
  noun: Noun;
  /** The code in which coins are counted: BTC of BTCUSDT. */
  coin?(symbol: string): string;
  /** The noun of one of its instruments, with texts in `thing` of `orders.json`. */
  thing: Thing;
  /**
   * The variant of texts for the kind: i18next's context. By default they speak of what is bought and sold; `margin`
   * speaks of positions that are opened long or short and closed.
   */
  words: "margin" | undefined;
  /** The displayed code, if it is better known than the name: EUR/USD. */
  code?(symbol: string): string;
  /** True if a position is held on margin, long or short, and not owned. */
  onMargin: boolean;
  /** True if the customer chooses the leverage of a position. Without it the margin of a unit is the rules'. */
  hasLeverage?: true;
  /** True if fees differ for an order that waited in the book, so that fills say of each whether it did. */
  feesByLiquidity?: true;
  /** True if its price is calculated from others, and not traded. */
  isComputed?: boolean;
  /**
   * The least decimals of its prices, so that their width is steady. Absent if each instrument has its own, or else
   * two.
   */
  priceDecimals?(symbol: string, price: Figure): number;
  /** The least decimals of a price where an instrument's own are not known, as beside an order. */
  usualDecimals?(price: Figure, symbol: string): number;
  /** The decimals of a pip; further ones are drawn smaller. Absent if prices have no pips. */
  pipDecimals?(symbol: string): number;
  quotePanels: readonly QuotePanel[];
}
