import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import type { OrderCost } from "@/api/costs";
import { installPlatform } from "@/test/platform";
import { renderScreen } from "@/test/screen";
import { CostCard } from "./CostCard";

beforeEach(() => {
  installPlatform();
});

const costOf = (financing: string | null): OrderCost => ({
  ...{ quantity: "100000", price: "1.085", value: "108500.00", fees: [], feeTotal: "0.00" },
  ...{ total: "3616.67", released: null, held: "0.00", currency: "USD", priceCurrency: "USD" },
  ...{ buyingPower: "5000.00", refusal: null },
  margin: {
    ...{ leverage: "30", margin: "3616.67", maintenance: null, pipValue: "10.00", spread: "13.00" },
    ...{ financing, liquidationPrice: "1.06691665" },
  },
});

const pair = { symbol: "EURUSD", assetClass: "forex", market: "Forex" } as const;

it.each([
  ["what a night costs", "-7.12", "You pay 7.12 USD"],
  ["what a night brings", "0.3", "You receive 0.30 USD"],
  ["a night that costs nothing", "0.00", "0.00 USD"],
  ["a night whose rates are not known", null, "Can't be worked out right now"],
])("says %s", async (_, financing, said) => {
  const card = <CostCard instrument={pair} cost={costOf(financing)} side="buy" estimated={false} />;
  await renderScreen(card, "/trade");
  const row = (await screen.findByText("Overnight fee per night")).closest("div");
  expect(row).toHaveTextContent(said);
});
