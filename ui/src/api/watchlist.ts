import {
  decodeListed,
  encodeAssetClass,
  type Instrument,
  type ListedInstrument,
  type Listing,
} from "./market";
import type { Wire } from "./wire";

/** An instrument on the customer's watchlist. */
export interface WatchlistEntry extends ListedInstrument {
  entryId: string;
}

export const decodeWatchlist = (wire: Wire["WatchedRow"][]): WatchlistEntry[] =>
  wire.map((row) => ({ ...decodeListed(row), entryId: row.watchId }));

/** The request that adds an instrument to the watchlist. */
export const encodeWatched = (instrument: Instrument & { industry: string }) => ({
  classify: instrument.industry,
  assettype: String(encodeAssetClass(instrument.assetClass)),
  securityName: instrument.name,
  secuCode: instrument.symbol,
  market: instrument.market,
});

/** The request that removes an instrument from the watchlist. */
export const encodeUnwatched = ({ symbol, market }: Listing) => ({
  path: { stockCode: symbol },
  query: { market },
});
