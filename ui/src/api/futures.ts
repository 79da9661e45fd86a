import { decodeListed, type FutureTerms, type ListedInstrument } from "./market";
import { decodePage } from "./paging";
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

const decodeFuture = (wire: Wire["StockRow"]): ListedInstrument => ({
  ...decodeListed(wire),
  future: decodeFutureTerms(wire),
});

export const decodeFuturePage = decodePage(decodeFuture);

export const decodeFutures = (wire: Wire["StockRow"][]) => wire.map(decodeFuture);

/** How the months of a future are asked for, by any one of them. */
export const encodeMonths = (symbol: string) => ({ stockCode: symbol });

/** Which futures are listed, those of one class or all, and by what they are ranked: the wire calls the class the type. */
export const encodeFutureList = (type: string, ranking: string | undefined) => ({
  type,
  ...(ranking ? { ranking } : {}),
});
