import { expect, it } from "vitest";
import { encodeHistory } from "@/api/orders";
import { filterOf } from "./history";

const NOW = 1_800_000_000_000;

it("asks for nothing that was not chosen", () => {
  expect(encodeHistory(filterOf({ period: "all" }, NOW))).toEqual({});
});

it("asks for orders of an instrument, a side and an end since a moment", () => {
  const choice = { period: "week", symbol: "AAPL", side: "sell", status: "cancelled" } as const;
  expect(encodeHistory(filterOf(choice, NOW))).toEqual({
    stockCode: "AAPL",
    side: 1,
    status: "cancelled",
    from: String(NOW - 7 * 86_400_000),
  });
});
