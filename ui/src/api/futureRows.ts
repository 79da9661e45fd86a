// The fields of futures that the API's document does not have yet.

/** The part of a position's row that only futures have. */
export interface FutureRow {
  settledProfit?: string | null;
  settlementPrice?: string | null;
  contract?: { lastTradeDate: string; closeDate: string; rollTo?: string | null } | null;
  maintenanceMargin?: string | null;
}

/** The part of an order's cost that only futures have. */
export interface FutureCostRow {
  maintenanceMargin?: string | null;
}

/** A position in a future: its daily settlements and its end. Days are those of its exchange: `2026-12-18`. */
export interface FutureHolding {
  /** The profit that daily settlements have already credited, negative for what they have debited. */
  settledProfit: string;
  /** The price of the last settlement; null before the first. */
  settlementPrice: string | null;
  lastTradeDay: string;
  /** From this day on nothing is opened; at its settlement a position with delivery is closed. Null if unknown. */
  lastOpenDay: string | null;
  /** The code of the next month; null if there is none. */
  rollTo: string | null;
  /** The margin below which there is a margin call; null if unknown. */
  maintenance: string | null;
}

/** Reads what only a position in a future has; undefined for any other. */
export const decodeFutureHolding = (wire: FutureRow): FutureHolding | undefined =>
  wire.contract
    ? {
        settledProfit: wire.settledProfit ?? "0.00",
        settlementPrice: wire.settlementPrice ?? null,
        lastTradeDay: wire.contract.lastTradeDate,
        lastOpenDay: wire.contract.closeDate,
        rollTo: wire.contract.rollTo ?? null,
        maintenance: wire.maintenanceMargin ?? null,
      }
    : undefined;
