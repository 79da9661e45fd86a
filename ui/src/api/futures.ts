import type { FutureTerms } from "./market";
import type { Wire } from "./wire";

/** The terms of a future; undefined for other instruments. */
export const decodeFutureTerms = (wire: Wire["StockRow"]): FutureTerms | undefined =>
  wire.lastTradeDate
    ? {
        lastTradeDay: wire.lastTradeDate,
        firstNoticeDay: wire.firstNoticeDate ?? null,
        lastOpenDay: wire.lastOpenDate ?? null,
        multiplier: wire.multiplier ?? null,
        isCashSettled: wire.cashSettled ?? false,
        previousSettle: wire.previousSettle ?? null,
        openInterest: wire.openInterest ?? null,
        openInterestChange: wire.openInterestChange ?? null,
      }
    : undefined;

/** The request for the months of a future, by any one of them. */
export const encodeMonths = (symbol: string) => ({ stockCode: symbol });
