import type { Wire } from "./wire";

/** A position in a future: its daily settlements and its end. Days are those of its exchange: `2026-12-18`. */
export interface FutureHolding {
  /** The profit that daily settlements have already credited, negative for what they have debited. */
  settledProfit: string;
  /** The price of the last settlement; null before the first. */
  settlementPrice: string | null;
  lastTradeDay: string;
  /** From this day on nothing is opened; at its settlement a position with delivery is closed. Null if unknown. */
  lastOpenDay: string | null;
  /** True if it ends in cash; false if goods would be delivered. */
  isCashSettled: boolean;
  /** The code of the next month; null if there is none. */
  rollTo: string | null;
  /** The margin below which there is a margin call; null if unknown. */
  maintenance: string | null;
  /** What a margin call asks for; null where none stands. */
  marginCall: string | null;
  /** True if free cash is added to the margin before the position is closed for a loss; null if unknown. */
  refills: boolean | null;
}

/** Reads what only a position in a future has; undefined for any other. */
export const decodeFutureHolding = (wire: Wire["PositionRow"]): FutureHolding | undefined =>
  wire.lastTradeDate && wire.settledProfit
    ? {
        settledProfit: wire.settledProfit,
        settlementPrice: wire.settlementPrice ?? null,
        lastTradeDay: wire.lastTradeDate,
        lastOpenDay: wire.lastOpenDate ?? null,
        isCashSettled: wire.cashSettled ?? false,
        rollTo: wire.rollTo ?? null,
        maintenance: wire.maintenanceMargin ?? null,
        marginCall: wire.marginCall ?? null,
        refills: wire.marginRefill ?? null,
      }
    : undefined;
