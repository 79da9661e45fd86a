// @vitest-environment jsdom
import i18next from "i18next";
import { beforeEach, expect, it } from "vitest";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { priceTerms } from "./priceTerms";

const of = {
  symbol: "AAPL",
  assetClass: "usStock",
  limitPrice: null,
  stopPrice: null,
  trail: null,
} as const;

beforeEach(async () => {
  installPlatform();
  await beginTexts();
  await i18next.loadNamespaces("orders");
});

it("names the prices of an order, and how far a stop stays behind", () => {
  const terms = (order: Parameters<typeof priceTerms>[1]) =>
    priceTerms(i18next.getFixedT(null, "orders"), order);
  expect(terms(of)).toBe("Market");
  expect(terms({ ...of, limitPrice: "94.50" })).toBe("Limit 94.50");
  expect(terms({ ...of, stopPrice: "95.00", limitPrice: "94.50" })).toBe(
    "Stop 95.00 · Limit 94.50",
  );
  const trailing = { ...of, stopPrice: "101.00" };
  expect(terms({ ...trailing, trail: { amount: "1.00" } })).toBe(
    "Trailing stop 101.00 (1.00 behind)",
  );
  expect(terms({ ...trailing, trail: { percent: "0.50" } })).toBe(
    "Trailing stop 101.00 (0.5% behind)",
  );
});
