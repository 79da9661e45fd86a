import { renderHook } from "@testing-library/react";
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import type { Quote } from "@/api/market";
import { orderOf } from "@/test/orders";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { useAway, useOrderAway } from "./useAway";

const apple = { symbol: "AAPL", assetClass: "usStock" } as const;

beforeAll(async () => {
  installPlatform();
  await beginTexts();
  await i18next.loadNamespaces(["orders", "ticket"]);
});

describe("the distance of a price that is typed", () => {
  it.each([
    ["184.05", "180.00", "4.05 a share (2.25%) above the current price"],
    ["175.95", "180.00", "4.05 a share (2.25%) below the current price"],
    ["180.01", "180.00", "0.01 a share (0.01%) above the current price"],
    ["640.01", "640.00", "0.01 a share (<0.01%) above the current price"],
    ["180", "180.00", "At the current price"],
    ["", "180.00", null],
    ["180.00", "", null],
  ])("%s from %s is %s", (price, now, expected) => {
    const { result } = renderHook(() => useAway(apple));
    expect(result.current(price, now)).toBe(expected);
  });
});

describe("the distance of the market from an order", () => {
  const quote = (ask: string) => ({ last: ask, bid: ask, ask }) as Quote;

  it.each([
    ["222.90", "19.25% away (\u221242.90)"],
    ["180.01", "0.01% away (\u22120.01)"],
    // The order is filled there.
    ["180.00", null],
  ])("at %s is %s", (ask, expected) => {
    const { result } = renderHook(() => useOrderAway(orderOf(), quote(ask)));
    expect(result.current).toBe(expected);
  });

  it("is not known without a quote", () => {
    const { result } = renderHook(() => useOrderAway(orderOf(), undefined));
    expect(result.current).toBeNull();
  });
});
