import type { WalletType } from "@/api/funds";
import type { ScreenName } from "@/screens";

/** A way to deal in an instrument: its screens and its account. `orders/forms.ts` has its calls and its parts. */
export interface Ticket {
  /** The screen that orders an instrument, and the one to choose it on. */
  screen: Extract<ScreenName, `pay${string}`>;
  choose: ScreenName;
  /** The account that pays for orders and receives their proceeds. */
  wallet: Exclude<WalletType, "BALANCE">;
}

/** Every way to deal, by name. A kind of product has one or several (`Kind.tickets`). */
export const TICKETS = {
  usStock: { screen: "payStock", choose: "popular", wallet: "STOCK" },
  hkStock: { screen: "payStock", choose: "hongKong", wallet: "HK_STOCK" },
  forex: { screen: "payForex", choose: "forex", wallet: "FOREX" },
} as const satisfies Record<string, Ticket>;

export type TicketName = keyof typeof TICKETS;

/** The accounts that orders are paid from. */
export type TradingWallet = (typeof TICKETS)[TicketName]["wallet"];
