import { expect, it } from "vitest";
import { type Outlook, outlookOf } from "./outlook";
import { orderOf, type Ticket } from "./ticket";

const now = { bid: "227.50", ask: "227.53", open: true, stale: false };
const ticket = (change: Partial<Ticket>): Ticket => ({
  direction: 0,
  orderType: 1,
  price: "226.80",
  quantity: "20",
  timeInForce: "day",
  ...change,
});

it.each<[Partial<Ticket>, object, Outlook | null]>([
  [{ orderType: 0 }, {}, "marketBuy"],
  [{ orderType: 0, direction: 1 }, {}, "marketSell"],
  [{ orderType: 0 }, { open: false }, "marketClosed"],
  [{}, {}, "limitRestsBuy"],
  [{ price: "227.53" }, {}, "limitFillsBuy"],
  [{ price: "227.530" }, {}, "limitFillsBuy"],
  [{ direction: 1, price: "227.50" }, {}, "limitFillsSell"],
  [{ direction: 1, price: "227.51" }, {}, "limitRestsSell"],
  [{ direction: 1, price: "9" }, {}, "limitFillsSell"],
  [{ price: "227.60" }, { ask: "0" }, "limitRestsBuy"],
  [{}, { open: false }, "limitClosed"],
  [{ price: "" }, {}, null],
  [{ price: "" }, { stale: true }, null],
  [{}, { stale: true }, "stale"],
  [{ orderType: 0, direction: 1 }, { stale: true }, "stale"],
  [{ orderType: 0 }, { stale: true, open: false }, "marketClosed"],
  [{}, { stale: true, open: false }, "limitClosed"],
])("%o in %o: %s", (change, market, expected) =>
  expect(outlookOf(ticket(change), { ...now, ...market })).toBe(expected),
);

it("asks for nothing while the ticket is unfinished", () => {
  expect(orderOf(ticket({ quantity: "" }), "AAPL", "UsStock")).toBeNull();
  expect(orderOf(ticket({ price: "0." }), "AAPL", "UsStock")).toBeNull();
});

it("sends no limit with a market order", () => {
  expect(orderOf(ticket({ orderType: 0 }), "AAPL", "UsStock")).toEqual({
    stockCode: "AAPL",
    market: "UsStock",
    direction: 0,
    orderType: 0,
    quantity: "20",
  });
});
