import type { Wire } from "@/api/wire";

/** An offer open for subscription, in the wire's format. */
export const wireOffer = (own: Partial<Wire["Offer"]> = {}): Wire["Offer"] => ({
  simulated: true,
  offerStatus: "open",
  subscriptionPrice: "38.800",
  priceLow: "38.800",
  priceHigh: "47.500",
  sharesOffered: "37000000",
  fundRaising: "1435600000.00",
  exchangeCode: "HKEX",
  prospectusSubmissionDate: "2026-11-23",
  subscriptionDate: "2026-11-30",
  purchaseEndDate: "2026-12-03",
  allotmentDate: "2026-12-04",
  listDate: "2026-12-07",
  subscriptionTimestamp: "1796002200000",
  purchaseEndTimestamp: "1796284800000",
  listTimestamp: "1796607000000",
  ...own,
});

/** An auction with published figures, in the wire's format. */
export const wireAuction = (own: Partial<Wire["AuctionInfo"]> = {}): Wire["AuctionInfo"] => ({
  auctionKind: "opening",
  auctionPhase: "indicative",
  indicativePrice: "251.20",
  indicativeChangeRatio: "0.44",
  pairedVolume: "640000",
  imbalance: "12300",
  imbalanceSide: "buy",
  collectsTimestamp: "1796720400000",
  indicatesTimestamp: "1796738400000",
  bindsTimestamp: "1796740200000",
  closesTimestamp: "1796740200000",
  endsTimestamp: "1796740200000",
  lastAuction: {
    kind: "opening",
    date: "2026-12-07",
    clearedTimestamp: "1796653801000",
    price: "250.10",
    pairedVolume: "988600",
    imbalance: "0",
    imbalanceSide: null,
  },
  ...own,
});
