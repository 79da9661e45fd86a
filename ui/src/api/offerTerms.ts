import { moment, momentOrNull, type Wire } from "./wire";

/** The stages of a new stock, those on which customers can act first. */
export const offerStatuses = ["open", "allotment", "upcoming", "listed"] as const;
export type OfferStatus = Wire["OfferStatus"];

/** A company's offer of new shares. Days are those of its exchange: `2026-12-07`. */
export interface Offer {
  status: OfferStatus;
  /** True for an invented company of the simulated market. */
  isSimulated: boolean;
  price: string;
  /** The announced range of the price. */
  priceLow: string;
  priceHigh: string;
  shares: string;
  /** The total price of the shares. */
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

/** The result of an auction; a figure is null if nothing could be traded. */
export interface AuctionResult {
  day: string;
  at: number;
  price: string | null;
  paired: string | null;
}

/** An auction of a stock: the one taking orders now, or the next. Figures are null if not published. */
export interface Auction {
  /** True if it ends a halt; false if it opens the day. */
  reopens: boolean;
  phase: AuctionPhase;
  price: string | null;
  /** The change since the previous close. */
  changePercent: string | null;
  /** The quantity that would be bought and sold. */
  paired: string | null;
  imbalance: string | null;
  /** The side with the imbalance; null without one. */
  imbalanceSide: "buy" | "sell" | null;
  collectsAt: number | null;
  indicatesAt: number | null;
  bindsAt: number | null;
  closesAt: number | null;
  /** The time by which it clears. */
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
