import { expect, it } from "vitest";
import { type Outlook, outlookOf } from "./outlook";
import { orderOf, type Ticket } from "./ticket";

const AAPL = { symbol: "AAPL", market: "UsStock" };
const now = { bid: "227.50", ask: "227.53", open: true, stale: false };
const ticket = (change: Partial<Ticket>): Ticket => ({
  side: "buy",
  type: "limit",
  limitPrice: "226.80",
  quantity: "20",
  timeInForce: "day",
  leverage: "",
  ...change,
});

it.each<[Partial<Ticket>, object, Outlook | null]>([
  [{ type: "market" }, {}, "marketBuy"],
  [{ type: "market", side: "sell" }, {}, "marketSell"],
  [{ type: "market" }, { open: false }, "marketClosed"],
  [{}, {}, "limitRestsBuy"],
  [{ limitPrice: "227.53" }, {}, "limitFillsBuy"],
  [{ limitPrice: "227.530" }, {}, "limitFillsBuy"],
  [{ side: "sell", limitPrice: "227.50" }, {}, "limitFillsSell"],
  [{ side: "sell", limitPrice: "227.51" }, {}, "limitRestsSell"],
  [{ side: "sell", limitPrice: "9" }, {}, "limitFillsSell"],
  [{ limitPrice: "227.60" }, { ask: "0" }, "limitRestsBuy"],
  [{}, { open: false }, "limitClosed"],
  [{ limitPrice: "" }, {}, null],
  [{ limitPrice: "" }, { stale: true }, null],
  [{}, { stale: true }, "stale"],
  [{ type: "market", side: "sell" }, { stale: true }, "stale"],
  [{ type: "market" }, { stale: true, open: false }, "marketClosed"],
  [{}, { stale: true, open: false }, "limitClosed"],
  [{ type: "market" }, { halted: "until" }, "marketHalted"],
  [{ limitPrice: "227.60" }, { halted: "until", stale: true }, "limitPaused"],
  [{ side: "sell" }, { halted: "open" }, "limitHalted"],
  [{ limitPrice: "" }, { halted: "open" }, null],
])("%o in %o: %s", (change, market, expected) =>
  expect(outlookOf(ticket(change), { ...now, ...market })).toBe(expected),
);

it("asks for nothing while the ticket is unfinished", () => {
  expect(orderOf(ticket({ quantity: "" }), AAPL)).toBeNull();
  expect(orderOf(ticket({ limitPrice: "0." }), AAPL)).toBeNull();
});

it("sends no limit with a market order", () => {
  expect(orderOf(ticket({ type: "market" }), AAPL)).toEqual({
    symbol: "AAPL",
    market: "UsStock",
    side: "buy",
    type: "market",
    quantity: "20",
  });
});
