import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { to } from "@/screens";
import { eMini, esPosition } from "@/test/futures";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { AT_MARKET } from "@/trade/exits";
import { AtPrices } from "./AtPrices";

const overview = {
  ...{ currency: "USD", totalAssets: "0.00", marketValue: "0.00", todayProfit: "0.00" },
  ...{ todayProfitRatio: "0.00", hkTodayProfit: "0.00", history: [] },
  rates: [{ from: "HKD", to: "USD", rate: "0.1275", source: "house" }],
};

const show = () =>
  renderScreen(
    <AtPrices
      position={esPosition({
        ...{ symbol: "MHIZ99", averagePrice: "22766", multiplier: "10" },
        ...{ priceCurrency: "HKD", currency: "USD" },
      })}
      instrument={eMini({ symbol: "MHIZ99", currency: "HKD", tickSize: "1" })}
      quantity="2"
      exit={{ ...AT_MARKET, type: "limit", limitPrice: "22866" }}
    />,
    to("trade", { tab: 0 }),
  );

it("says in the currency of the account what a close at a limit would come to", async () => {
  installPlatform().answer = () => envelope(200, overview);
  await show();
  expect(await screen.findByText("+255.00")).toBeVisible();
  expect(screen.getByText(/^Profit at 22,866/).parentElement).toHaveTextContent(/255\.00 USD$/);
});

it("says it in the currency of the prices while no rate is known", async () => {
  installPlatform().answer = () => envelope(503, { error: "overloaded" });
  await show();
  expect(await screen.findByText("+2,000.00")).toBeVisible();
  expect(screen.getByText(/^Profit at 22,866/).parentElement).toHaveTextContent(/2,000\.00 HKD$/);
});
