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

/** The markets whose stocks have auctions, blocks and new ones. */
export const stockMarkets = ["UsStock", "HK"] as const;
export type StockMarket = (typeof stockMarkets)[number];

/** A company on its way to the market, or just there. */
export interface NewStock extends ListedInstrument {
  offer: Offer;
}

/** A stock with its opening auction. */
export interface AuctionStock extends ListedInstrument {
  auction: Auction;
}

/** The least block of a stock, and between which prices it may be done. */
export interface BlockTerms {
  leastQuantity: string;
  /** In the stock's currency. */
  leastValue: string;
  /** How far from the quote, in percent. */
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

/** How new stocks of one status are asked for, of a market or of all. */
export const encodeNewStocks = (status: OfferStatus, market: StockMarket | "") => ({
  type: status,
  market,
  ...FIRST,
});

/** How the stocks of a market that have an auction are asked for: no market has more than a page holds. */
export const encodeAuctions = (market: StockMarket) => ({ market, ...FIRST });

/** How a page of the stocks that have blocks is asked for. */
export const encodeBlocks = (market: StockMarket, page: number) => ({
  market,
  pageNum: page,
  pageSize: PAGE_SIZE_MAX,
});
