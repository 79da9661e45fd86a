import { describe, expect, it } from "vitest";
import type { Amendment, Order } from "@/api/orders";
import { orderOf, stopLossOf, takeProfitOf } from "@/test/orders";
import {
  amendable,
  amendmentOf,
  type Changed,
  keepsItsPlace,
  lastingOf,
  UNCHANGED,
} from "./amendment";

const gtc = { timeInForce: "gtc" } as const;
const of = (order: Order, changed: Partial<Changed>) =>
  amendmentOf(order, { ...UNCHANGED, ...changed }, lastingOf(order, "America/New_York"));

const stop = orderOf({ prices: { type: "stop", stopPrice: "220.00" } });
const stopLimit = orderOf({
  prices: { type: "stopLimit", stopPrice: "220.00", limitPrice: "221.00" },
});
const trailing = (trail: { amount: string } | { percent: string }) =>
  orderOf({ prices: { type: "trailingStop", trail, stopPrice: "221.40" } });
/** Until the close of 18 December in New York. */
const dated = orderOf({ timeInForce: "gtd", expiresAt: Date.parse("2026-12-18T21:00:00Z") });

describe("an amendment", () => {
  it.each<[string, Order, Partial<Changed>, Omit<Amendment, "id"> | null]>([
    ["of nothing", orderOf(), {}, null],
    ["to the same limit", orderOf(), { limitPrice: "180", quantity: "10.0" }, null],
    ["without a limit", orderOf(), { limitPrice: "" }, null],
    ["to no quantity", orderOf(), { quantity: "0", limitPrice: "181.00" }, null],
    ["of the limit", orderOf(), { limitPrice: "181.00" }, { limitPrice: "181.00" }],
    ["of the quantity", orderOf(), { quantity: "8" }, { quantity: "8" }],
    ["of a stop", stop, { stopPrice: "219.00" }, { stopPrice: "219.00" }],
    [
      "of a stop and its limit",
      stopLimit,
      { stopPrice: "219.00", limitPrice: "220.50" },
      { stopPrice: "219.00", limitPrice: "220.50" },
    ],
    [
      "of a distance",
      trailing({ percent: "0.50" }),
      { trail: { percent: "1" } },
      { trail: { percent: "1" } },
    ],
    [
      "of an amount",
      trailing({ amount: "2" }),
      { trail: { amount: "3" } },
      { trail: { amount: "3" } },
    ],
    ["to the same distance", trailing({ percent: "0.50" }), { trail: { percent: "0.5" } }, null],
    [
      "to the same figure in another unit",
      trailing({ percent: "2" }),
      { trail: { amount: "2" } },
      { trail: { amount: "2" } },
    ],
    ["to a unit without a figure", trailing({ percent: "2" }), { trail: { amount: "" } }, null],
    ["of the time", orderOf(), { time: "day" }, { lasting: { timeInForce: "day" } }],
    ["to the same time", orderOf(), { time: "gtc" }, null],
    ["to a day that is missing", orderOf(), { time: "gtd" }, null],
    [
      "to a day",
      orderOf(),
      { time: "gtd", date: "2026-12-18" },
      { lasting: { timeInForce: "gtd", expireDate: "2026-12-18" } },
    ],
    ["to the same day", dated, { date: "2026-12-18" }, null],
    [
      "to another day",
      dated,
      { date: "2026-12-21" },
      { lasting: { timeInForce: "gtd", expireDate: "2026-12-21" } },
    ],
  ])("%s says only what changes", (_name, order, changed, expected) =>
    expect(of(order, changed)).toEqual(expected && { id: "7", ...expected }),
  );

  it.each<[Omit<Amendment, "id">, boolean]>([
    [{ quantity: "8" }, true],
    [{ quantity: "12" }, false],
    [{ limitPrice: "181.00" }, false],
    [{ stopPrice: "219.00" }, false],
    [{ trail: { percent: "1" } }, false],
    [{ lasting: gtc, quantity: "8" }, false],
    [{ limitPrice: "181.00", quantity: "8" }, false],
  ])("%o keeps the place in the queue: %s", (changes, kept) =>
    expect(keepsItsPlace(orderOf(), { id: "7", ...changes })).toBe(kept),
  );
});

it("knows the day of an order that ends at midnight", () => {
  const midnight = orderOf({ timeInForce: "gtd", expiresAt: Date.parse("2026-12-19T05:00:00Z") });
  expect(lastingOf(midnight, "America/New_York")).toEqual({
    ...{ timeInForce: "gtd", expireDate: "2026-12-18" },
  });
});

it("offers what the server takes of each type", () => {
  const rest = ["quantity", "lasting"];
  expect(amendable(orderOf({ prices: { type: "market" } }))).toEqual([]);
  expect(amendable(orderOf())).toEqual(["limitPrice", ...rest]);
  expect(amendable(stop)).toEqual(["stopPrice", ...rest]);
  expect(amendable(stopLimit)).toEqual(["stopPrice", "limitPrice", ...rest]);
  expect(amendable(trailing({ percent: "1" }))).toEqual(["trail", ...rest]);
});

it("moves no stop that was reached, no end of a leg, and no quantity of one that waits", () => {
  expect(amendable({ ...stop, triggered: true })).toEqual(["quantity", "lasting"]);
  expect(amendable({ ...stopLimit, triggered: true })).toEqual([
    "limitPrice",
    "quantity",
    "lasting",
  ]);
  expect(amendable(takeProfitOf())).toEqual(["limitPrice", "quantity"]);
  expect(amendable(stopLossOf({ quantity: "0" }))).toEqual(["stopPrice"]);
});
