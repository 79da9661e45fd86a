import type { Wire } from "./wire";

export type TimeInForce = Wire["TimeInForce"];

/** How far a trailing stop stays behind the best price: money in the instrument's currency, or percent of the price. */
export type Trail = { amount: string; percent?: never } | { amount?: never; percent: string };

/** The prices of an order, by its type. */
export type Prices =
  | { type: "market" }
  | { type: "limit"; limitPrice: string }
  | { type: "stop"; stopPrice: string }
  | { type: "stopLimit"; stopPrice: string; limitPrice: string }
  /** Its stop is known once it is accepted, and then moves with the market. */
  | { type: "trailingStop"; trail: Trail; stopPrice?: string };

export type OrderType = Prices["type"];
export type PricesOf<T extends OrderType> = Extract<Prices, { type: T }>;

/** A date is a trading day, `YYYY-MM-DD`, at whose end the order expires. */
export interface UntilDate {
  timeInForce: "gtd";
  expireDate: string;
}

/** How long an order may wait. */
export type Lasting = { timeInForce: Exclude<TimeInForce, "gtd"> } | UntilDate;

/** The terms on which an order is placed. A market order without a time in force waits for nothing. */
export type OrderTerms =
  | (PricesOf<"market"> & Partial<Lasting>)
  /** With extended hours it is also filled before and after regular hours. */
  | (PricesOf<"limit"> & Lasting & { extendedHours?: boolean })
  | (PricesOf<"stop"> & Lasting)
  | (PricesOf<"stopLimit"> & Lasting)
  | (PricesOf<"trailingStop"> & Lasting);

export type TermsOf<T extends OrderType> = Extract<OrderTerms, { type: T }>;

/** The limit of an order; null for a type without one. */
export const limitOf = (prices: Prices): string | null =>
  "limitPrice" in prices ? prices.limitPrice : null;

/** The price that an order waits for or waited for; null for a type without a stop, or one whose stop is not known yet. */
export const stopOf = (prices: Prices): string | null =>
  "stopPrice" in prices ? (prices.stopPrice ?? null) : null;

/** The day at whose end an order expires, if its customer named one. */
export const lastDayOf = (terms: OrderTerms): string | null =>
  terms.timeInForce === "gtd" ? (terms.expireDate ?? null) : null;

/** In force until the end of a trading day. */
export const untilEndOf = (day: string): Lasting => ({ timeInForce: "gtd", expireDate: day });

/** True for a limit order that also fills before and after regular hours. */
export const fillsOutside = (terms: OrderTerms): boolean =>
  terms.type === "limit" && terms.extendedHours === true;

/** A limit order that also fills before and after regular hours. */
export const alsoOutside = (terms: TermsOf<"limit">): TermsOf<"limit"> => ({
  ...terms,
  extendedHours: true,
});

/** The fields of the wire that have the prices of an order. */
type WirePrices = Partial<
  Pick<Wire["OrderReply"], "price" | "stopPrice" | "trailPrice" | "trailAmount" | "trailPercent">
>;
type SentPrices = Omit<WirePrices, "trailPrice">;

const NUMBERS: Record<OrderType, Wire["OrderType"]> = {
  market: 0,
  limit: 1,
  stop: 2,
  stopLimit: 3,
  trailingStop: 4,
};
const TYPES: Record<Wire["OrderType"], OrderType> = {
  0: "market",
  1: "limit",
  2: "stop",
  3: "stopLimit",
  4: "trailingStop",
};

export const decodeOrderType = (type: Wire["OrderType"]): OrderType => TYPES[type];

export const encodeTrail = ({ amount, percent }: Trail): SentPrices =>
  amount === undefined ? { trailPercent: percent } : { trailAmount: amount };

export const decodeTrail = ({ trailAmount, trailPercent }: WirePrices): Trail =>
  trailAmount == null ? { percent: trailPercent ?? "" } : { amount: trailAmount };

/** The prices of each type on the wire. */
const CODECS: {
  readonly [T in OrderType]: {
    encode(prices: PricesOf<T>): SentPrices;
    decode(wire: WirePrices): PricesOf<T>;
  };
} = {
  market: {
    encode: () => ({}),
    decode: () => ({ type: "market" }),
  },
  limit: {
    encode: ({ limitPrice }) => ({ price: limitPrice }),
    decode: ({ price }) => ({ type: "limit", limitPrice: price ?? "" }),
  },
  stop: {
    encode: ({ stopPrice }) => ({ stopPrice }),
    decode: ({ stopPrice }) => ({ type: "stop", stopPrice: stopPrice ?? "" }),
  },
  stopLimit: {
    encode: ({ stopPrice, limitPrice }) => ({ stopPrice, price: limitPrice }),
    decode: ({ stopPrice, price }) => ({
      type: "stopLimit",
      stopPrice: stopPrice ?? "",
      limitPrice: price ?? "",
    }),
  },
  trailingStop: {
    encode: ({ trail }) => encodeTrail(trail),
    decode: (wire) => {
      const stopPrice = wire.trailPrice ?? wire.stopPrice;
      return {
        type: "trailingStop",
        trail: decodeTrail(wire),
        ...(stopPrice == null ? {} : { stopPrice }),
      };
    },
  },
};

/** The type of an order by its prices: the server may have kept the reply of an earlier release, which did not name it. */
function typeByPrices({ price, stopPrice, trailAmount, trailPercent }: WirePrices): OrderType {
  if (trailAmount != null || trailPercent != null) return "trailingStop";
  if (stopPrice != null) return price == null ? "stop" : "stopLimit";
  return price == null ? "market" : "limit";
}

/** The prices of an accepted order, by its type. */
export const decodePrices = (
  wire: WirePrices & Partial<Pick<Wire["OrderReply"], "orderType">>,
): Prices =>
  CODECS[wire.orderType === undefined ? typeByPrices(wire) : TYPES[wire.orderType]].decode(wire);

/** The part of a request that has the terms of the order. */
type WireTerms = Pick<
  Wire["OrderRequest"],
  | "orderType"
  | "price"
  | "stopPrice"
  | "trailAmount"
  | "trailPercent"
  | "timeInForce"
  | "expireDate"
> & { extendedHours?: boolean | null };

const encodePrices = (prices: Prices): SentPrices => {
  const { encode }: { encode(prices: Prices): SentPrices } = CODECS[prices.type];
  return encode(prices);
};

type WireLasting = Pick<WireTerms, "timeInForce" | "expireDate">;

export const encodeLasting = (lasting: Partial<Lasting>): WireLasting => ({
  ...(lasting.timeInForce === undefined ? {} : { timeInForce: lasting.timeInForce }),
  ...(lasting.timeInForce === "gtd" ? { expireDate: lasting.expireDate } : {}),
});

/** Reads a time in force that `encodeLasting` has written; an order of an earlier release named none for the day. */
export const decodeLasting = ({ timeInForce, expireDate }: WireLasting): Lasting =>
  timeInForce === "gtd"
    ? { timeInForce, expireDate: expireDate ?? "" }
    : { timeInForce: timeInForce ?? "day" };

export const encodeTerms = (terms: OrderTerms): WireTerms => ({
  orderType: NUMBERS[terms.type],
  ...encodePrices(terms),
  ...encodeLasting(terms),
  ...("extendedHours" in terms && terms.extendedHours ? { extendedHours: true } : {}),
});

/** Reads terms that `encodeTerms` has written. */
export function decodeTerms(wire: WireTerms): OrderTerms {
  const { timeInForce, extendedHours } = wire;
  const prices = CODECS[TYPES[wire.orderType]].decode(wire);
  if (prices.type === "market" && timeInForce == null) return prices;
  return {
    ...prices,
    ...decodeLasting(wire),
    ...(prices.type === "limit" && extendedHours ? { extendedHours } : {}),
  };
}

/** What closes again the position that an order opens. */
export interface Legs {
  /** The limit at which it takes a profit. */
  takeProfit?: string;
  /** The price at which it stops a loss, at the market or with a limit. */
  stopLoss?: { stopPrice: string; limitPrice?: string };
}

type WireLegs = Pick<Wire["OrderRequest"], "takeProfit" | "stopLoss">;

export const encodeLegs = ({ takeProfit, stopLoss }: Legs): WireLegs => ({
  ...(takeProfit === undefined ? {} : { takeProfit: { price: takeProfit } }),
  ...(stopLoss === undefined
    ? {}
    : {
        stopLoss: {
          stopPrice: stopLoss.stopPrice,
          ...(stopLoss.limitPrice === undefined ? {} : { price: stopLoss.limitPrice }),
        },
      }),
});

/** Reads legs that `encodeLegs` has written. */
export const decodeLegs = ({ takeProfit, stopLoss }: WireLegs): Legs => ({
  ...(takeProfit == null ? {} : { takeProfit: takeProfit.price }),
  ...(stopLoss == null
    ? {}
    : {
        stopLoss: {
          stopPrice: stopLoss.stopPrice,
          ...(stopLoss.price == null ? {} : { limitPrice: stopLoss.price }),
        },
      }),
});
