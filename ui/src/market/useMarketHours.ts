import { useQueries } from "@tanstack/react-query";
import { instrumentDetail } from "@/api/instrument";
import type { InstrumentDetail, Listing } from "@/api/market";

/** One instrument of each market, which knows when it trades. */
const KNOWING: readonly Listing[] = [
  { market: "UsStock", symbol: "AAPL" },
  { market: "HK", symbol: "00700" },
  { market: "Forex", symbol: "EURUSD" },
  { market: "Crypto", symbol: "BTCUSDT" },
];

/** Hours change with the sessions, not with ticks. */
const READ_EVERY_MS = 60_000;

export interface MarketHours {
  market: string;
  /** Undefined while it is not known, and where the server has no such market. */
  detail: InstrumentDetail | undefined;
}

/** Which markets are open now, and until when. */
export function useMarketHours(): MarketHours[] {
  const read = useQueries({
    queries: KNOWING.map((listing) => ({
      ...instrumentDetail(listing),
      refetchInterval: READ_EVERY_MS,
    })),
  });
  return KNOWING.map(({ market }, place) => ({ market, detail: read[place]?.data }));
}
