import { decodeListed, type ListedInstrument } from "./market";
import {
  type Auction,
  decodeAuction,
  decodeOffer,
  type Offer,
  type OfferStatus,
} from "./offerTerms";
import { decodePage, PAGE_SIZE_MAX } from "./paging";
import type { Wire } from "./wire";

/** The markets whose stocks have auctions, block trades and new offers. */
export const stockMarkets = ["UsStock", "HK"] as const;
export type StockMarket = (typeof stockMarkets)[number];

/** A company that is being or was just listed. */
export interface NewStock extends ListedInstrument {
  offer: Offer;
}

/** A stock with its opening auction. */
export interface AuctionStock extends ListedInstrument {
  auction: Auction;
}

/** The least size of a block trade in a stock, and its price range. */
export interface BlockTerms {
  leastQuantity: string;
  /** In the stock's currency. */
  leastValue: string;
  /** The greatest distance from the quote, in percent. */
  band: string;
  low: string;
  high: string;
}

export interface BlockStock extends ListedInstrument {
  block: BlockTerms;
}

const decodeNewStock = (wire: Wire["NewStockRow"]): NewStock => ({
  ...decodeListed(wire),
  offer: decodeOffer(wire),
});

const decodeAuctionStock = (wire: Wire["AuctionRow"]): AuctionStock => ({
  ...decodeListed(wire),
  auction: decodeAuction(wire),
});

const decodeBlockStock = (wire: Wire["BlockRow"]): BlockStock => ({
  ...decodeListed(wire),
  block: {
    leastQuantity: wire.blockMinQuantity,
    leastValue: wire.blockMinValue,
    band: wire.blockBand,
    low: wire.blockLow,
    high: wire.blockHigh,
  },
});

export const decodeNewStocks = decodePage(decodeNewStock);
export const decodeAuctionStocks = decodePage(decodeAuctionStock);
export const decodeBlockStocks = decodePage(decodeBlockStock);

const FIRST = { pageNum: 1, pageSize: PAGE_SIZE_MAX };

/** The request for new stocks of one status, in one market or all. */
export const encodeNewStocks = (status: OfferStatus, market: StockMarket | "") => ({
  type: status,
  market,
  ...FIRST,
});

/** The request for a market's stocks with an auction: no market has more than fit on one page. */
export const encodeAuctions = (market: StockMarket) => ({ market, ...FIRST });

/** The request for a page of the stocks with block trades. */
export const encodeBlocks = (market: StockMarket, page: number) => ({
  market,
  pageNum: page,
  pageSize: PAGE_SIZE_MAX,
});
