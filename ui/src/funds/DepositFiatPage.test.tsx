import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { to } from "@/routes";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";
import DepositFiatPage from "./DepositFiatPage";

const channel = (currency: string, rate: string, rateSource: string | null) => ({
  channel: "fiat",
  currency,
  network: null,
  address: null,
  minAmount: "1.00",
  maxAmount: "10000000.00",
  creditCurrency: "USD",
  rate,
  rateSource,
  rateSince: rateSource && "2025-02-28",
  confirmations: null,
  paper: true,
});

beforeEach(async () => {
  const host = installPlatform();
  const offered = [channel("USD", "1.0000", null), channel("EUR", "1.0411", "ecb_reference")];
  host.answer = (request) =>
    new URL(request.url).pathname === "/recharge/currency/selectList"
      ? envelope(200, offered)
      : envelope(404, { error: "url_unknown" });
  await beginSession({ token: "token", user: testUser });
  await renderScreen(<DepositFiatPage />, to("depositFiat"));
});

afterEach(() => endSession());

it("says at which rate, of which day and source, another currency is credited", async () => {
  expect(await screen.findByText("At least 1.00 USD. Less is not credited.")).toBeVisible();
  expect(screen.queryByText("Exchange rate")).toBeNull();
  await userEvent.click(screen.getByText("EUR"));
  expect(screen.getByText("1 EUR = 1.0411 USD")).toBeVisible();
  expect(screen.getByText(/European Central Bank, in force since 2025-02-28\./)).toBeVisible();
  await userEvent.type(screen.getByRole("textbox"), "100.01");
  expect(screen.getByText("104.12 USD")).toBeVisible();
});
