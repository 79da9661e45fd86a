import type { WalletType } from "@/api/funds";
import type { ScreenName } from "@/screens";
import type { Figure } from "@/ui/format";

/** A part of the quote screen (`market/QuotePage.tsx` draws each). */
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

/** A part of the order ticket (`orders/OrderTicket.tsx` draws each). */
export type TicketPanel =
  | "side"
  | "prices"
  | "dealing"
  | "terms"
  | "leverage"
  | "lots"
  | "cost"
  | "settlement"
  | "available";

/** The accounts that orders are paid from. */
export type TradingWallet = Extract<WalletType, "STOCK" | "HK_STOCK" | "FOREX">;

/** The orders and payment of a kind that can be traded. */
export interface Ticket {
  /** The screen that orders an instrument, and the one to choose it on. */
  screen: Extract<ScreenName, "payStock" | "payForex">;
  choose: Extract<ScreenName, "popular" | "hongKong" | "forex">;
  /** The calls that place an order and preview its cost. */
  place: "/stock/create" | "/hk/create" | "/crude/create";
  preview: "/stock/preview" | "/hk/preview" | "/crude/preview";
  /** The account that pays for orders and receives their proceeds. */
  wallet: TradingWallet;
  panels: readonly TicketPanel[];
}

/**
 * The differences between kinds of products on the screens: one file per kind, and one line in `index.ts`. Facts of an
 * instrument, such as its lot, tick and currency, come from the server and are not here.
 */
export interface Kind {
  /** The screen of one instrument. */
  quote: Extract<ScreenName, `quote${string}`>;
  /** The ticket of the kind; null if it can only be watched, and is never paid for or held. */
  ticket: Ticket | null;
  /**
   * The variant of texts for the kind: i18next's context. By default they speak of shares that are bought and sold;
   * `margin` speaks of positions that are opened long or short and closed.
   */
  words: "margin" | undefined;
  /** The displayed code, if it is better known than the name: EUR/USD. */
  code?(symbol: string): string;
  /** True if a position is held on margin, long or short, and not owned. */
  onMargin: boolean;
  /** True if its price is calculated from others, and not traded. */
  isComputed?: boolean;
  /**
   * The least decimals of its prices, so that their width is steady. Absent if each instrument has its own, or else
   * two.
   */
  priceDecimals?(symbol: string, price: Figure): number;
  /** The decimals of a pip; further ones are drawn smaller. Absent if prices have no pips. */
  pipDecimals?(symbol: string): number;
  quotePanels: readonly QuotePanel[];
}
