import type { Side } from "@/api/orders";
import { type Legs, limitOf, type OrderTerms } from "@/api/orderTerms";
import { add, compare, isPositive, multiply, negate, subtract } from "@/decimal";
import { type Prices, quoteFor, reachedBy, stopBehind, toTick, triggerOf } from "./stops";

/** The take-profit and the stop-loss as typed; null while one is off. */
export interface LegsDraft {
  takeProfit: string | null;
  stopLoss: string | null;
  /** The limit of the stop-loss, always a price. */
  stopLimit: string | null;
  /** The unit of the take-profit and the stop-loss: a price, or percent of the entry. */
  legUnit: "price" | "percent";
}

export const NO_LEGS: LegsDraft = {
  takeProfit: null,
  stopLoss: null,
  stopLimit: null,
  legUnit: "price",
};

/** True if the take-profit or the stop-loss is on. */
export const hasLegs = ({ takeProfit, stopLoss }: LegsDraft) =>
  takeProfit !== null || stopLoss !== null;

/** The facts of an instrument and a moment that prices of legs follow from. */
export interface LegMarket extends Prices {
  trigger: "last" | "quote";
  tickSize: string;
}

/** The quote at which an order without a stop fills at once; null if it waits. */
function atOnce(terms: OrderTerms, side: Side, market: LegMarket): string | null {
  const quote = quoteFor(side, market);
  const limit = limitOf(terms);
  if (!isPositive(quote) || "stopPrice" in terms || terms.type === "trailingStop") return null;
  if (limit === null) return quote;
  if (!isPositive(limit)) return null;
  const order = compare(limit, quote);
  return (side === "buy" ? order >= 0 : order <= 0) ? quote : null;
}

/** The price at which an order is expected to be filled; empty while it is unknown. */
export function entryOf(terms: OrderTerms, side: Side, market: LegMarket): string {
  switch (terms.type) {
    case "stop":
    case "stopLimit":
      return terms.stopPrice;
    case "trailingStop":
      return stopBehind(
        triggerOf(market.trigger, side, market),
        terms.trail,
        side,
        market.tickSize,
      );
    default:
      return atOnce(terms, side, market) ?? limitOf(terms) ?? "";
  }
}

/** The way in which a leg lies from the entry: a take-profit of a long position is above. */
const wayOf = (leg: "takeProfit" | "stopLoss", side: Side) =>
  (leg === "takeProfit") === (side === "buy") ? "above" : "below";

/** The price of a leg as typed; empty while it is none. */
function priceOf(typed: string, leg: "takeProfit" | "stopLoss", of: LegsOf): string {
  const { draft, side, entry, tickSize } = of;
  if (draft.legUnit === "price") return typed;
  if (!isPositive(typed) || !isPositive(entry)) return "";
  const away = multiply(entry, multiply(typed, "0.01"));
  return toTick(wayOf(leg, side) === "above" ? add(entry, away) : subtract(entry, away), tickSize);
}

interface LegsOf {
  draft: LegsDraft;
  side: Side;
  entry: string;
  tickSize: string;
}

/** The legs of an order. A price that is not typed yet is empty. */
export function legsOf(of: LegsOf): Legs {
  const { takeProfit, stopLoss, stopLimit } = of.draft;
  return {
    ...(takeProfit === null ? {} : { takeProfit: priceOf(takeProfit, "takeProfit", of) }),
    ...(stopLoss === null
      ? {}
      : {
          stopLoss: {
            stopPrice: priceOf(stopLoss, "stopLoss", of),
            ...(stopLimit === null ? {} : { limitPrice: stopLimit }),
          },
        }),
  };
}

/** True if all prices of the legs are typed. */
export const areLegsPriced = ({ takeProfit, stopLoss }: Legs): boolean =>
  [takeProfit, stopLoss?.stopPrice, stopLoss?.limitPrice].every(
    (price) => price === undefined || isPositive(price),
  );

/**
 * The profit of closing a quantity at a price, negative for a loss, by the value of a unit at a price of one; null while
 * a figure is missing.
 */
export function profitAt(
  price: string,
  entry: string,
  quantity: string,
  side: Side,
  multiplier: string,
): string | null {
  if (![price, entry, quantity].every(isPositive)) return null;
  const gain = multiply(multiply(subtract(price, entry), quantity), multiplier);
  return side === "buy" ? gain : negate(gain);
}

/** The trouble with a leg: the price that it must lie above or below, which is the entry's or the market's. */
export interface LegProblem {
  way: "above" | "below";
  of: "entry" | "market";
  price: string;
}

export interface LegProblems {
  takeProfit?: LegProblem;
  stopLoss?: LegProblem;
}

/** The legs on the wrong side of the entry, and a stop-loss that would close at once what is opened now. */
export function legProblems(
  legs: Legs,
  terms: OrderTerms,
  side: Side,
  market: LegMarket,
): LegProblems {
  const entry = entryOf(terms, side, market);
  const problems: LegProblems = {};
  if (!isPositive(entry)) return problems;
  const check = (leg: "takeProfit" | "stopLoss", price: string | undefined) => {
    if (price === undefined || !isPositive(price)) return;
    const way = wayOf(leg, side);
    const order = compare(price, entry);
    const isRight = way === "above" ? order > 0 : order < 0;
    if (!isRight) problems[leg] = { way, of: "entry", price: entry };
  };
  check("takeProfit", legs.takeProfit);
  check("stopLoss", legs.stopLoss?.stopPrice);
  const closing = side === "buy" ? "sell" : "buy";
  const stop = legs.stopLoss?.stopPrice ?? "";
  const reached = atOnce(terms, side, market) && reachedBy(market.trigger, closing, stop, market);
  if (reached && !problems.stopLoss) {
    problems.stopLoss = { way: wayOf("stopLoss", side), of: "market", price: reached };
  }
  return problems;
}
