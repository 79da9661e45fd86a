// @vitest-environment jsdom
import i18next from "i18next";
import { beforeEach, expect, it } from "vitest";
import type { Prices } from "@/api/orderTerms";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { priceTerms } from "./priceTerms";

const of = { symbol: "AAPL", assetClass: "usStock" } as const;

beforeEach(async () => {
  installPlatform();
  await beginTexts();
  await i18next.loadNamespaces("orders");
});

it("names the prices of an order, and how far a stop stays behind", () => {
  const terms = (prices: Prices) => priceTerms(i18next.getFixedT(null, "orders"), of, prices);
  expect(terms({ type: "market" })).toBe("Market");
  expect(terms({ type: "limit", limitPrice: "94.50" })).toBe("Limit 94.50");
  expect(terms({ type: "stop", stopPrice: "95.00" })).toBe("Stop 95.00");
  expect(terms({ type: "stopLimit", stopPrice: "95.00", limitPrice: "94.50" })).toBe(
    "Stop 95.00 · Limit 94.50",
  );
  const trailing = { type: "trailingStop", stopPrice: "101.00" } as const;
  expect(terms({ ...trailing, trail: { amount: "1.00" } })).toBe(
    "Trailing stop 101.00 (1.00 behind)",
  );
  expect(terms({ ...trailing, trail: { percent: "0.50" } })).toBe(
    "Trailing stop 101.00 (0.5% behind)",
  );
  expect(terms({ type: "trailingStop", trail: { percent: "0.50" } })).toBe(
    "Trailing stop, 0.5% behind",
  );
});
