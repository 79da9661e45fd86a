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

/** How a kind that is traded is ordered, and paid for. */
export interface Ticket {
  /** The screen that orders one, and the one on which it is chosen. */
  screen: Extract<ScreenName, "payStock" | "payForex">;
  choose: Extract<ScreenName, "popular" | "hongKong" | "forex">;
  /** How an order is placed, and how its cost is asked for. */
  place: "/stock/create" | "/hk/create" | "/crude/create";
  preview: "/stock/preview" | "/hk/preview" | "/crude/preview";
  /** Pays for orders and gets what they bring. */
  wallet: TradingWallet;
  panels: readonly TicketPanel[];
}

/**
 * What sets a kind of product apart on the screens: one file a kind, and one line in `index.ts`. What an instrument
 * says itself, such as its lot, its tick and its currency, comes from the server and does not stand here.
 */
export interface Kind {
  /** The screen of one instrument. */
  quote: Extract<ScreenName, `quote${string}`>;
  /** How one is ordered; null of what can only be watched, which is never paid for or held. */
  ticket: Ticket | null;
  /**
   * Which words texts use where kinds have their own: i18next's context. Without one they speak of shares that are
   * bought and sold; `margin` speaks of positions that are opened long or short and closed.
   */
  words: "margin" | undefined;
  /** Its code as people write it, where they know it by that and not by its name: EUR/USD. */
  code?(symbol: string): string;
  /** A position is held on margin, long or short, and not owned. */
  onMargin: boolean;
  /** Its price is worked out from others, and nobody deals at it. */
  isComputed?: boolean;
  /** The decimals that its prices have at least, so that they do not jump as they tick. Absent where each says its own, or else two. */
  priceDecimals?(symbol: string, price: Figure): number;
  /** The decimals of a pip; what a price has beyond them is drawn smaller. Absent where prices have no pips. */
  pipDecimals?(symbol: string): number;
  quotePanels: readonly QuotePanel[];
}
