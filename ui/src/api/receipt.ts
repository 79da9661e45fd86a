import type { Fee } from "./costs";
import type { Level } from "./market";
import type { Money } from "./money";
import { decodeFill, type Fill } from "./orders";
import { decodeOrderType, type OrderType, type TimeInForce } from "./orderTerms";
import { moment, type Wire } from "./wire";

/**
 * The terms of a fee: `rate` times its basis, rounded, at least `minimum` and at most `maximum`. The value of a maker
 * is what was filled while the order waited in the book, that of a taker all other.
 */
export interface FeeTerms {
  basis: Wire["FeeBasis"];
  /** A share of the value, or major units of currency per unit of quantity. */
  rate: string;
  /** The rounding to the minor unit. */
  rounding: Wire["FeeRounding"];
  /** True to round up to a whole major unit after that. */
  wholeUnits: boolean;
  minimum: string;
  maximum: string | null;
}

export interface Posting extends Money {
  /** A wallet of the customer, or a book of the house such as `house:fees`. */
  account: string;
}

/** The full evidence of a fill. */
export interface Receipt {
  fill: Fill;
  order: {
    id: string;
    type: OrderType;
    limitPrice: string | null;
    quantity: string;
    timeInForce: TimeInForce;
    placedAt: number;
    filledBefore: {
      quantity: string;
      value: string;
      /** The part of the value that was filled while the order waited in the book. */
      makerValue: string;
      fee: string;
    };
  };
  /** The proof of the price: a displayed level of the order book of `tick`, or the contract's last settlement. */
  priceSource: Wire["PriceSource"];
  /** Null for another source. */
  tick: ReceiptTick | null;
  /** The last settlement of a contract; null for another source. */
  settlement: ReceiptSettlement | null;
  /** The part of the profit that daily settlements had paid before; null where there are none. */
  settledProfit: string | null;
  /** The side of the book that was hit: a buyer pays the ask, a seller gets the bid. */
  bookSide: Wire["BookSide"];
  /** Milliseconds from the tick's arrival to the fill; null without a tick. */
  tickToFill: number | null;
  rules: { feeTable: string; version: string };
  fees: (Fee & { terms: FeeTerms | null })[];
  journal: { id: string; postings: Posting[] };
  paper: boolean;
  /** The receipt as the server sent it. */
  original: object;
}

/** The market tick that a fill was made against. */
export interface ReceiptTick {
  feed: string;
  /** One run of the feed. */
  epoch: string;
  number: string;
  at: number;
  receivedAt: number;
  bid: string | null;
  ask: string | null;
  bidSize: string | null;
  askSize: string | null;
  /** Best first. */
  bids: Level[];
  asks: Level[];
}

/** The settlement at which a position was closed with its contract. */
export interface ReceiptSettlement {
  at: number;
  price: string;
  method: Wire["SettlementMethod"];
  /** The recorded rate between the contract's currency and the account's, where they are two. */
  rate: { pair: string; bid: string; ask: string } | null;
}

export const decodeReceipt = (wire: Wire["Receipt"]): Receipt => ({
  fill: decodeFill(wire.fill),
  order: decodeReceiptOrder(wire.order),
  priceSource: wire.priceSource,
  tick: wire.tick ? decodeReceiptTick(wire.tick) : null,
  settlement: wire.settlement ? decodeReceiptSettlement(wire.settlement) : null,
  settledProfit: wire.settledProfit ?? null,
  bookSide: wire.side,
  tickToFill: wire.tickToFillMs ?? null,
  rules: wire.rules,
  fees: wire.fees.map(({ terms, ...fee }) => ({
    ...fee,
    terms: terms ? { ...terms, maximum: terms.maximum ?? null } : null,
  })),
  journal: wire.journal,
  paper: wire.paper,
  original: wire,
});

const decodeReceiptOrder = (wire: Wire["ReceiptOrder"]): Receipt["order"] => ({
  id: wire.id,
  type: decodeOrderType(wire.orderType),
  limitPrice: wire.price ?? null,
  quantity: wire.quantity,
  timeInForce: wire.timeInForce,
  placedAt: moment(wire.createTimeTimestamp),
  filledBefore: {
    quantity: wire.filledBefore.quantity,
    value: wire.filledBefore.amount,
    makerValue: wire.filledBefore.makerAmount,
    fee: wire.filledBefore.fee,
  },
});

const decodeReceiptSettlement = (wire: Wire["ReceiptSettlement"]): ReceiptSettlement => ({
  at: moment(wire.settleTimestamp),
  price: wire.price,
  method: wire.method,
  rate: wire.rate
    ? {
        pair: wire.rate.inverse
          ? `${wire.rate.to}/${wire.rate.from}`
          : `${wire.rate.from}/${wire.rate.to}`,
        bid: wire.rate.bid,
        ask: wire.rate.ask,
      }
    : null,
});

const decodeReceiptTick = (wire: Wire["ReceiptTick"]): ReceiptTick => ({
  feed: wire.feed,
  epoch: wire.epoch,
  number: wire.seq,
  at: moment(wire.exchangeTimestamp),
  receivedAt: moment(wire.receivedTimestamp),
  bid: wire.bid ?? null,
  ask: wire.ask ?? null,
  bidSize: wire.bidSize ?? null,
  askSize: wire.askSize ?? null,
  bids: wire.bids,
  asks: wire.asks,
});
