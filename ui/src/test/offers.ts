import type { ListedInstrument } from "@/api/market";
import type { AuctionStock, BlockStock, NewStock } from "@/api/offers";
import { type Auction, decodeAuction, decodeOffer, type Offer } from "@/api/offerTerms";
import { testInstrument } from "./instrument";
import { wireAuction, wireOffer } from "./wireOffers";

/** An auction with published figures, for tests. */
export const testAuction = (own: Partial<Auction> = {}): Auction => ({
  ...decodeAuction(wireAuction()),
  ...own,
});

/** An offer that is open for subscription, for tests. */
export const testOffer = (own: Partial<Offer> = {}): Offer => ({
  ...decodeOffer(wireOffer()),
  ...own,
});

/** A company of Hong Kong before its listing. */
export const newcomer: Partial<ListedInstrument> = {
  ...{ symbol: "39005", name: "Mingzhou Diagnostics", market: "HK" },
  assetClass: "hkStock",
  ...{ currency: "HKD", exchange: "HKEX", priceDigits: 3, lotSize: "100" },
};

export const testAuctionStock = (own: Partial<Auction> = {}): AuctionStock => ({
  ...testInstrument(),
  auction: testAuction(own),
});

export const testBlockStock = (own: Partial<BlockStock> = {}): BlockStock => ({
  ...testInstrument(),
  block: {
    ...{ leastQuantity: "10000", leastValue: "2512000.00", band: "3.00" },
    ...{ low: "243.66", high: "258.74" },
  },
  ...own,
});

export const testNewStock = (own: Partial<Offer> = {}): NewStock => ({
  ...testInstrument(newcomer),
  offer: testOffer(own),
});
