import type { Closing } from "@/api/closing";
import type { Side } from "@/api/orders";
import type { OrderTerms, OrderType, Trail } from "@/api/orderTerms";
import { compare, isPositive } from "@/decimal";
import { isPriced } from "./orderTypes";
import { type Problems, problemsOf } from "./problems";
import { quoteFor } from "./stops";
import type { LegMarket, LegProblem } from "./ticketLegs";

/** A type of order that closes a position. A pair is a take-profit and a stop-loss, which close the same quantity. */
export type ExitType = OrderType | "pair";

export const EXIT_TYPES: readonly ExitType[] = [
  ...(["market", "limit", "stop", "stopLimit", "trailingStop", "pair"] as const),
];

/** How a position is closed, as typed. */
export interface Exit {
  type: ExitType;
  limitPrice: string;
  stopPrice: string;
  trail: Trail;
  /** The take-profit of a pair. */
  takeProfit: string;
}

export const AT_MARKET: Exit = {
  type: "market",
  ...{ limitPrice: "", stopPrice: "", takeProfit: "" },
  trail: { percent: "" },
};

/** The order of an exit; of a pair, its stop. Stops wait until canceled, as the legs of a position do. */
export function exitTerms({ type, limitPrice, stopPrice, trail }: Exit): OrderTerms {
  switch (type) {
    case "market":
      return { type };
    case "limit":
      return { type, limitPrice, timeInForce: "day" };
    case "trailingStop":
      return { type, trail, timeInForce: "day" };
    case "stopLimit":
      return { type, stopPrice, limitPrice, timeInForce: "gtc" };
    default:
      return { type: "stop", stopPrice, timeInForce: "gtc" };
  }
}

/** The request of an exit. */
export function closingOf(exit: Exit, of: Pick<Closing, "id" | "quantity">): Closing {
  const { limitPrice, stopPrice, trail, takeProfit } = exit;
  switch (exit.type) {
    case "market":
      return of;
    case "limit":
      return { ...of, limitPrice };
    case "trailingStop":
      return { ...of, trail };
    case "stop":
      return { ...of, stopLoss: { stopPrice } };
    case "stopLimit":
      return { ...of, stopLoss: { stopPrice, limitPrice } };
    case "pair":
      return { ...of, takeProfit, stopLoss: { stopPrice } };
  }
}

/** The exit of a request. */
export function exitOf({ limitPrice, trail, takeProfit, stopLoss }: Closing): Exit {
  if (trail) return { ...AT_MARKET, type: "trailingStop", trail };
  if (takeProfit !== undefined) {
    return { ...AT_MARKET, type: "pair", takeProfit, stopPrice: stopLoss?.stopPrice ?? "" };
  }
  if (stopLoss) {
    const { stopPrice, limitPrice: limit } = stopLoss;
    if (limit === undefined) return { ...AT_MARKET, type: "stop", stopPrice };
    return { ...AT_MARKET, type: "stopLimit", stopPrice, limitPrice: limit };
  }
  return limitPrice === undefined ? AT_MARKET : { ...AT_MARKET, type: "limit", limitPrice };
}

/** True if all prices of an exit are typed. */
export const isExitPriced = (exit: Exit): boolean =>
  isPriced(exitTerms(exit)) && (exit.type !== "pair" || isPositive(exit.takeProfit));

/** The trouble with the take-profit of a pair: the market has reached it. */
function takeProfitProblem(exit: Exit, side: Side, now: LegMarket): LegProblem | null {
  const quote = quoteFor(side, now);
  if (exit.type !== "pair" || !isPositive(exit.takeProfit) || !isPositive(quote)) return null;
  const order = compare(exit.takeProfit, quote);
  if (side === "sell" ? order > 0 : order < 0) return null;
  return { way: side === "sell" ? "above" : "below", of: "market", price: quote };
}

/** The prices of an exit on the wrong side of the market. */
export function exitProblems(exit: Exit, side: Side, now: LegMarket): Problems {
  const stops = problemsOf({ terms: exitTerms(exit), side, size: { quantity: "" } }, now);
  const takeProfit = takeProfitProblem(exit, side, now);
  return { ...stops, ...(takeProfit ? { takeProfit } : {}) };
}
