import { expect, it } from "vitest";
import { GROUP, orderOf, stopLossOf, takeProfitOf } from "@/test/orders";
import { groupsOf, isPending, legKindOf, legsOf, stateOf } from "./legs";

const entry = orderOf(GROUP);
const [takeProfit, stopLoss] = [takeProfitOf(), stopLossOf()];

it("knows what an order is in its group", () => {
  expect([entry, takeProfit, stopLoss, orderOf()].map(legKindOf)).toEqual([
    ...[null, "takeProfit", "stopLoss", null],
  ]);
});

it("puts the orders of a group together, where its first one stands", () => {
  const [first, last] = [orderOf({ id: "20" }), orderOf({ id: "1" })];
  expect(groupsOf([first, stopLoss, takeProfit, last, entry])).toEqual([
    { order: first },
    { group: { id: "6", entry, legs: [stopLoss, takeProfit] } },
    { order: last },
  ]);
  expect(groupsOf([takeProfit])).toEqual([
    { group: { id: "6", entry: undefined, legs: [takeProfit] } },
  ]);
});

it("says of a group whether it waits, protects, closes or has ended", () => {
  const pending = [takeProfitOf({ quantity: "0" }), stopLossOf({ quantity: "0" })];
  expect(pending.every(isPending)).toBe(true);
  expect(isPending(orderOf({ quantity: "0" }))).toBe(false);
  expect(stateOf(pending)).toBe("waiting");
  expect(stateOf([takeProfit, stopLoss])).toBe("protecting");
  expect(stateOf([takeProfit, stopLossOf({ triggered: true })])).toBe("triggered");
  expect(stateOf([takeProfitOf({ filled: "2", status: "partlyFilled" }), stopLoss])).toBe(
    "triggered",
  );
  const ended = { status: "cancelled" } as const;
  expect(stateOf([takeProfitOf(ended), stopLoss])).toBe("protecting");
  expect(stateOf([takeProfitOf(ended), stopLossOf({ status: "filled" })])).toBe("done");
});

it("finds the legs of a position alone, the take-profit of each group first", () => {
  const others = [
    entry,
    orderOf({ side: "sell" }),
    takeProfitOf({ symbol: "MSFT" }),
    stopLossOf({ position: "short" }),
  ];
  const of = { symbol: "AAPL", market: "UsStock", side: "long" } as const;
  const older = { groupId: "2" };
  const [other, last] = [takeProfitOf(older), stopLossOf(older)];
  expect(legsOf([...others, stopLoss, takeProfit, last, other], of)).toEqual([
    ...[takeProfit, stopLoss, other, last],
  ]);
});
