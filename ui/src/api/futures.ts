import type { FutureTerms } from "./market";
import type { Wire } from "./wire";

/** The terms of a future; undefined of everything else. */
export const decodeFutureTerms = (wire: Wire["StockRow"]): FutureTerms | undefined =>
  wire.lastTradeDate
    ? {
        lastTradeDay: wire.lastTradeDate,
        firstNoticeDay: wire.firstNoticeDate ?? null,
        multiplier: wire.multiplier ?? null,
        isCashSettled: wire.cashSettled ?? false,
        previousSettle: wire.previousSettle ?? null,
        openInterest: wire.openInterest ?? null,
        openInterestChange: wire.openInterestChange ?? null,
      }
    : undefined;

/** How the months of a future are asked for, by any one of them. */
export const encodeMonths = (symbol: string) => ({ stockCode: symbol });
