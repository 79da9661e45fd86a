import { describe, expect, it } from "vitest";
import { GROUP, orderOf, takeProfitOf } from "@/test/orders";
import { isOfHours, waitOf } from "./waits";

const quote = { last: "222.86", bid: "222.80", ask: "222.90" };
const stop = { type: "stop", stopPrice: "220.00" } as const;

describe("an order that waits", () => {
  it("for a stop tells how far the last trade of shares is from it", () =>
    expect(waitOf(orderOf({ side: "sell", prices: stop }), quote)).toEqual({
      ...{ for: "stop", price: "220.00", reached: false },
      away: { change: "-2.86", percent: "-1.28" },
    }));

  it("for a stop of a pair goes by the quote that it would be filled at", () => {
    const pair = { symbol: "EURUSD", market: "Forex", assetClass: "forex" } as const;
    const prices = { type: "stop", stopPrice: "1.10000" } as const;
    const now = { last: "1.09000", bid: "1.09990", ask: "1.10010" };
    const away = (side: "buy" | "sell") => {
      const wait = waitOf(orderOf({ ...pair, side, prices }), now);
      return "away" in wait ? wait.away?.change : undefined;
    };
    expect(away("sell")).toBe("0.0001");
    expect(away("buy")).toBe("-0.0001");
  });

  it("for a trailing stop tells where that stands", () => {
    const prices = {
      type: "trailingStop",
      trail: { percent: "0.50" },
      stopPrice: "221.40",
    } as const;
    expect(waitOf(orderOf({ side: "sell", prices }), quote)).toMatchObject({
      ...{ for: "trailing", price: "221.40", away: { change: "-1.46", percent: "-0.66" } },
    });
  });

  it("for a limit goes by the ask for a buyer and the bid for a seller", () => {
    expect(waitOf(orderOf(), quote)).toMatchObject({ for: "limit", away: { change: "-42.9" } });
    const prices = { type: "limit", limitPrice: "240.00" } as const;
    expect(waitOf(orderOf({ side: "sell", prices }), quote)).toMatchObject({
      away: { change: "17.2", percent: "7.72" },
    });
  });

  it("at a limit that the market has reached waits its turn", () => {
    const prices = { type: "limit", limitPrice: "222.90" } as const;
    expect(waitOf(orderOf({ prices }), quote)).toMatchObject({ reached: true, away: null });
    const above = { type: "limit", limitPrice: "222.80" } as const;
    expect(waitOf(orderOf({ side: "sell", prices: above }), quote)).toMatchObject({
      reached: true,
    });
  });

  it("once triggered waits for its limit, or for any price", () => {
    const limited = { type: "stopLimit", stopPrice: "220.00", limitPrice: "219.00" } as const;
    const triggered = { side: "buy", triggered: true } as const;
    expect(waitOf(orderOf({ ...triggered, prices: limited }), quote)).toMatchObject({
      ...{ for: "limit", price: "219.00" },
    });
    expect(waitOf(orderOf({ ...triggered, prices: stop }), quote)).toEqual({ for: "market" });
  });

  it("as a leg waits for its entry first", () => {
    expect(waitOf(takeProfitOf({ quantity: "0" }), quote)).toEqual({ for: "entry" });
    expect(waitOf(orderOf(GROUP), quote)).toMatchObject({ for: "limit" });
  });

  it("without a quote tells its price alone", () =>
    expect(waitOf(orderOf(), undefined)).toEqual({
      ...{ for: "limit", price: "180.00", away: null, reached: false },
    }));
});

it.each([
  ["regular", false, true],
  ["regular", true, true],
  ["pre", false, false],
  ["pre", true, true],
  ["after", true, true],
  ["closed", true, false],
] as const)("in the session %s, with extended hours %s, can be filled: %s", (...row) => {
  const [session, extendedHours, expected] = row;
  expect(isOfHours({ extendedHours }, session)).toBe(expected);
});
