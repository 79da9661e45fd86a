import { moment, momentOrNull, type Wire } from "./wire";

/** How far a new stock has come, in the order in which customers can do something about it. */
export const offerStatuses = ["open", "allotment", "upcoming", "listed"] as const;
export type OfferStatus = Wire["OfferStatus"];

/** What a company sells on its way to the market. Days are those of its exchange: `2026-12-07`. */
export interface Offer {
  status: OfferStatus;
  /** The company is invented, for the simulated market. */
  isSimulated: boolean;
  price: string;
  /** The range that the price was to lie in. */
  priceLow: string;
  priceHigh: string;
  shares: string;
  /** What the shares bring at their price. */
  raised: string;
  exchange: string;
  prospectusDay: string;
  firstDay: string;
  lastDay: string;
  allotmentDay: string;
  listingDay: string;
  opensAt: number;
  endsAt: number;
  listedAt: number;
}

export type AuctionPhase = Wire["AuctionPhase"];

/** What an auction came to; a figure is null where nothing could be traded. */
export interface AuctionResult {
  day: string;
  at: number;
  price: string | null;
  paired: string | null;
}

/** An auction of a stock: the one that takes orders now, or the next. Figures are null while none are told. */
export interface Auction {
  /** Whether it ends a pause, and does not open the day. */
  reopens: boolean;
  phase: AuctionPhase;
  price: string | null;
  /** Since the previous close. */
  changePercent: string | null;
  /** What would be bought, and as much sold. */
  paired: string | null;
  imbalance: string | null;
  /** Who would be left with it; null where nobody would. */
  imbalanceSide: "buy" | "sell" | null;
  collectsAt: number | null;
  indicatesAt: number | null;
  bindsAt: number | null;
  closesAt: number | null;
  /** By when it clears. */
  endsAt: number | null;
  last: AuctionResult | null;
}

export const decodeOffer = (wire: Wire["Offer"]): Offer => ({
  status: wire.offerStatus,
  isSimulated: wire.simulated,
  price: wire.subscriptionPrice,
  priceLow: wire.priceLow,
  priceHigh: wire.priceHigh,
  shares: wire.sharesOffered,
  raised: wire.fundRaising,
  exchange: wire.exchangeCode,
  prospectusDay: wire.prospectusSubmissionDate,
  firstDay: wire.subscriptionDate,
  lastDay: wire.purchaseEndDate,
  allotmentDay: wire.allotmentDate,
  listingDay: wire.listDate,
  opensAt: moment(wire.subscriptionTimestamp),
  endsAt: moment(wire.purchaseEndTimestamp),
  listedAt: moment(wire.listTimestamp),
});

const SIDES = ["buy", "sell"] as const;

export const decodeAuction = (wire: Wire["AuctionInfo"]): Auction => ({
  reopens: wire.auctionKind === "reopening",
  phase: wire.auctionPhase,
  price: wire.indicativePrice ?? null,
  changePercent: wire.indicativeChangeRatio ?? null,
  paired: wire.pairedVolume ?? null,
  imbalance: wire.imbalance ?? null,
  imbalanceSide: SIDES.find((side) => side === wire.imbalanceSide) ?? null,
  collectsAt: momentOrNull(wire.collectsTimestamp),
  indicatesAt: momentOrNull(wire.indicatesTimestamp),
  bindsAt: momentOrNull(wire.bindsTimestamp),
  closesAt: momentOrNull(wire.closesTimestamp),
  endsAt: momentOrNull(wire.endsTimestamp),
  last: wire.lastAuction
    ? {
        day: wire.lastAuction.date,
        at: moment(wire.lastAuction.clearedTimestamp),
        price: wire.lastAuction.price ?? null,
        paired: wire.lastAuction.pairedVolume ?? null,
      }
    : null,
});
