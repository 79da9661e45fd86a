import { compare, isPositive } from "@/ui";
import type { Ticket } from "./ticket";

export interface MarketNow {
  bid: string;
  ask: string;
  /** True while orders can fill in the market's session. */
  open: boolean;
  /** True while the figures are outdated: the server's present ones are unknown here. */
  stale: boolean;
  /** Set during a halt: "until" if its end is known. */
  halted?: "until" | "open" | undefined;
}

export type Outlook =
  | "marketBuy"
  | "marketSell"
  | "marketClosed"
  | "marketHalted"
  | "limitFillsBuy"
  | "limitFillsSell"
  | "limitRestsBuy"
  | "limitRestsSell"
  | "limitClosed"
  | "limitHalted"
  | "limitPaused"
  | "stale";

/** The expected course of the order, as far as it is known before it is placed. */
export function outlookOf(ticket: Ticket, now: MarketNow): Outlook | null {
  const buys = ticket.side === "buy";
  if (ticket.type === "market") {
    if (now.halted) return "marketHalted";
    if (!now.open) return "marketClosed";
    if (now.stale) return "stale";
    return buys ? "marketBuy" : "marketSell";
  }
  if (!isPositive(ticket.limitPrice)) return null;
  if (now.halted) return now.halted === "until" ? "limitPaused" : "limitHalted";
  if (!now.open) return "limitClosed";
  if (now.stale) return "stale";
  if (buys) return reaches(now.ask, ticket.limitPrice) ? "limitFillsBuy" : "limitRestsBuy";
  return reaches(ticket.limitPrice, now.bid) ? "limitFillsSell" : "limitRestsSell";
}

/** True if there is a quote and `low` is no higher than `high`. */
const reaches = (low: string, high: string) =>
  isPositive(low) && isPositive(high) && compare(low, high) <= 0;
