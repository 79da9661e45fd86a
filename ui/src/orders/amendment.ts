import type { Amendment, Order } from "@/api/orders";
import type { Lasting, Trail } from "@/api/orderTerms";
import { limitOf, stopOf } from "@/api/orderTerms";
import { typeRow } from "@/trade/orderTypes";
import { compare, equal, isPositive } from "@/ui";
import { dateIn } from "@/ui/time";
import { isPending, legKindOf } from "./legs";

export type AmendTime = Extract<Lasting["timeInForce"], "day" | "gtc" | "gtd">;

/** The input of a change. An untouched field is null, and changes nothing. */
export interface Changed {
  limitPrice: string | null;
  stopPrice: string | null;
  /** In either unit. */
  trail: Trail | null;
  quantity: string | null;
  time: AmendTime | null;
  /** The trading day for `gtd`. */
  date: string | null;
}

export const UNCHANGED: Changed = {
  limitPrice: null,
  stopPrice: null,
  trail: null,
  quantity: null,
  time: null,
  date: null,
};

export type AmendField = Exclude<keyof Amendment, "id">;

/** The fields that the server lets a customer change of a working order; none of a market order. */
export function amendable(order: Order): readonly AmendField[] {
  const { type } = order.prices;
  if (type === "market") return [];
  // A stop that was reached cannot move any more.
  const prices = typeRow(type).fields.filter((field) => field === "limitPrice" || !order.triggered);
  // A leg that waits for its entry closes as much as that opens, and no leg ends before its position.
  if (isPending(order)) return prices;
  return legKindOf(order) === null ? [...prices, "quantity", "lasting"] : [...prices, "quantity"];
}

/** The times in force to choose from. Extended hours are for orders of the day and for those without an end. */
export const timesOf = ({ extendedHours }: Order): readonly AmendTime[] =>
  extendedHours ? ["day", "gtc"] : ["day", "gtc", "gtd"];

/**
 * The time in force of an order, with its day on the clock of its exchange. A day without a close ends at midnight, which
 * the clock counts to the next.
 */
export const lastingOf = ({ timeInForce, expiresAt }: Order, timeZone: string): Lasting =>
  timeInForce === "gtd"
    ? { timeInForce, expireDate: expiresAt === null ? "" : dateIn(expiresAt - 1, timeZone) }
    : { timeInForce };

/** The distance of a trailing stop; null for any other order. */
export const trailOf = ({ prices }: Order): Trail | null =>
  prices.type === "trailingStop" ? prices.trail : null;

const figureOf = (trail: Trail): string => trail.amount ?? trail.percent;

/** True for the same figure in the same unit. */
const isSameTrail = (a: Trail, b: Trail | null): boolean =>
  b !== null &&
  (a.amount === undefined) === (b.amount === undefined) &&
  equal(figureOf(a), figureOf(b));

const isSame = (a: Lasting, b: Lasting) => JSON.stringify(a) === JSON.stringify(b);

/** The time in force after a change; null if a day is missing. */
function lastingAfter(before: Lasting, { time, date }: Changed): Lasting | null {
  const timeInForce = time ?? before.timeInForce;
  if (timeInForce !== "gtd") return { timeInForce };
  const expireDate = date ?? (before.timeInForce === "gtd" ? before.expireDate : "");
  return expireDate === "" ? null : { timeInForce, expireDate };
}

/** The changes to an order; null if there are none, or if a field is incomplete. `before` is its time in force. */
export function amendmentOf(order: Order, changed: Changed, before: Lasting): Amendment | null {
  const { prices } = order;
  const figures = [
    ["limitPrice", changed.limitPrice, limitOf(prices)],
    ["stopPrice", changed.stopPrice, stopOf(prices)],
    ["quantity", changed.quantity, order.quantity],
  ] as const;
  if (figures.some(([, typed]) => typed !== null && !isPositive(typed))) return null;
  const { trail } = changed;
  if (trail !== null && !isPositive(figureOf(trail))) return null;
  const lasting = lastingAfter(before, changed);
  if (!lasting) return null;
  const changes = Object.fromEntries(
    figures.flatMap(([field, typed, now]) =>
      typed === null || equal(typed, now || "0") ? [] : [[field, typed]],
    ),
  );
  const amendment: Amendment = {
    id: order.id,
    ...changes,
    ...(trail === null || isSameTrail(trail, trailOf(order)) ? {} : { trail }),
    ...(isSame(lasting, before) ? {} : { lasting }),
  };
  return Object.keys(amendment).length > 1 ? amendment : null;
}

/** True if the order keeps its queue position: only for a smaller quantity at the same price and for the same time. */
export const keepsItsPlace = (order: Order, { id: _, quantity, ...others }: Amendment) =>
  Object.keys(others).length === 0 &&
  (quantity === undefined || compare(quantity, order.quantity) <= 0);
