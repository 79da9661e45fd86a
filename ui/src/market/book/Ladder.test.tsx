import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { InstrumentDetail } from "@/api/market";
import { testDetail } from "@/test/instrument";
import { installPlatform } from "@/test/platform";
import { beginTexts } from "@/test/texts";
import { Ladder } from "./Ladder";

const bitcoin = testDetail({
  ...{ symbol: "BTCUSDT", name: "Bitcoin", market: "Crypto", assetClass: "crypto" },
  currency: "USDT",
});
const none = { bids: [], asks: [] };

/** The coin at a price, on a day whose change so far is a rise. */
const at = (last: string, of: InstrumentDetail = bitcoin): InstrumentDetail => ({
  ...of,
  quote: { ...of.quote, last, change: "120.50" },
});

beforeEach(async () => {
  installPlatform();
  await beginTexts();
  await i18next.loadNamespaces(["kinds", "market"]);
});
afterEach(cleanup);

it("names the unit of prices and of sizes", () => {
  render(<Ladder instrument={bitcoin} book={none} />);
  expect(screen.getByText("Price (USDT)")).toBeVisible();
  expect(screen.getByText("Size (BTC)")).toBeVisible();
});

it("marks the last price by its last move, and not by the day's", () => {
  const { rerender } = render(<Ladder instrument={at("100.00")} book={none} />);
  expect(screen.queryByText(/[↑↓]/)).toBeNull();
  rerender(<Ladder instrument={at("99.00")} book={none} />);
  expect(screen.getByText("↓")).toBeVisible();
  rerender(<Ladder instrument={at("99.00")} book={none} />);
  expect(screen.getByText("↓")).toBeVisible();
  rerender(<Ladder instrument={at("99.50")} book={none} />);
  expect(screen.getByText("↑")).toBeVisible();
  rerender(<Ladder instrument={at("20.00", { ...bitcoin, symbol: "ETHUSDT" })} book={none} />);
  expect(screen.queryByText(/[↑↓]/)).toBeNull();
});
