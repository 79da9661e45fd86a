import type { WalletType } from "@/api/funds";
import type { AssetClass } from "@/api/market";
import type { OrderType } from "@/api/orderTerms";
import type { ScreenName } from "@/screens";

/** A way to deal in an instrument: its screens and its account. `trade/forms.ts` has its calls and its parts. */
export interface Ticket {
  /** The class of what it deals in. */
  of: AssetClass;
  /** The screen that orders an instrument, and the one to choose it on. */
  screen: Extract<ScreenName, `pay${string}`>;
  choose: ScreenName;
  /** The account that pays for orders and receives their proceeds. */
  wallet: Exclude<WalletType, "BALANCE">;
  /** The types of order that it takes, the usual ones first. */
  types: readonly OrderType[];
  /** The price that triggers stops: the last trade, or the quote that the order would be filled at. */
  trigger: "last" | "quote";
  /** How long a new order is in force at first: a day unless this says otherwise. */
  lasts?: "gtc";
}

const ALL: readonly OrderType[] = ["limit", "market", "stop", "stopLimit", "trailingStop"];

/** Every way to deal, by name. Of several in one class the usual one comes first. */
export const TICKETS = {
  usStock: {
    ...{ of: "usStock", screen: "payStock", choose: "popular", wallet: "STOCK", types: ALL },
    trigger: "last",
  },
  hkStock: {
    ...{
      of: "hkStock",
      screen: "payStock",
      choose: "hongKong",
      wallet: "HK_STOCK",
      types: ALL,
      trigger: "last",
    },
  },
  crypto: {
    ...{
      of: "crypto",
      screen: "payCrypto",
      choose: "crypto",
      wallet: "CRYPTOCURRENCY",
      types: ALL,
    },
    // A market that never closes has no end of the day that its customers would expect.
    lasts: "gtc",
    trigger: "last",
  },
  future: {
    of: "future",
    screen: "payFuture",
    choose: "future",
    wallet: "FUTURE",
    types: ALL,
    trigger: "quote",
  },
  forex: {
    of: "forex",
    screen: "payForex",
    choose: "forex",
    wallet: "FOREX",
    types: ALL,
    trigger: "quote",
  },
} as const satisfies Record<string, Ticket>;

export type TicketName = keyof typeof TICKETS;

/** How long a new order of a ticket is in force at first; undefined for a day. */
export const lastsOf = (name: TicketName) => (TICKETS[name] as Ticket).lasts;

/** The accounts that orders are paid from. */
export type TradingWallet = (typeof TICKETS)[TicketName]["wallet"];
