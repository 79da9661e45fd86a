import type { LegKind, Order, OrderState } from "@/api/orders";
import { isOpen } from "@/trade/words";
import { isPositive } from "@/ui";

/** The part that an order has in its group as a leg; null for an entry and for an order by itself. */
export const legKindOf = ({ id, legs }: Pick<OrderState, "id" | "legs">): LegKind | null =>
  legs.find((leg) => leg.id === id)?.kind ?? null;

/** True for a leg whose entry has not been filled: it closes nothing yet, and is not listed. */
export const isPending = (order: OrderState): boolean =>
  legKindOf(order) !== null && order.status === "working" && !isPositive(order.quantity);

/** An entry with its legs, or the legs that protect one part of a position. */
export interface OrderGroup {
  id: string;
  /** The order that opens what the legs close; undefined once it is no longer listed. */
  entry: Order | undefined;
  legs: readonly Order[];
}

export type ListedOrder = { order: Order } | { group: OrderGroup };

/** The working orders with those of one group together, where its first one stands. */
export function groupsOf(orders: readonly Order[]): ListedOrder[] {
  const shown = new Set<string>();
  return orders.flatMap((order): ListedOrder[] => {
    const { groupId } = order;
    if (groupId === null) return [{ order }];
    if (shown.has(groupId)) return [];
    shown.add(groupId);
    const members = orders.filter((other) => other.groupId === groupId);
    const [entry] = members.filter((member) => legKindOf(member) === null);
    const legs = members.filter((member) => legKindOf(member) !== null);
    return [{ group: { id: groupId, entry, legs } }];
  });
}

/** The state of a group: its legs wait for their entry, protect what it opened, close it, or have ended. */
export type GroupState = "waiting" | "protecting" | "triggered" | "done";

export function stateOf(legs: readonly OrderState[]): GroupState {
  const open = legs.filter(({ status }) => isOpen(status));
  if (open.length === 0) return "done";
  if (open.every(isPending)) return "waiting";
  return open.some(({ triggered, filled }) => triggered || isPositive(filled))
    ? "triggered"
    : "protecting";
}

const isTakeProfit = (leg: OrderState) => legKindOf(leg) === "takeProfit";

/** Legs in the order of their groups, the take-profit of each first. */
export const takeProfitFirst = <Leg extends OrderState>(legs: readonly Leg[]): Leg[] =>
  [...new Set(legs.map(({ groupId }) => groupId))].flatMap((id) => {
    const group = legs.filter(({ groupId }) => groupId === id);
    return [...group.filter(isTakeProfit), ...group.filter((leg) => !isTakeProfit(leg))];
  });

/** The open legs that protect a position, of the newest group first. */
export const legsOf = (
  orders: readonly Order[],
  { symbol, market, side }: { symbol: string; market: string; side: Order["position"] },
): Order[] =>
  takeProfitFirst(
    orders.filter(
      (order) =>
        order.symbol === symbol &&
        order.market === market &&
        order.position === side &&
        legKindOf(order) !== null,
    ),
  );
