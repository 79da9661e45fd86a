import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { beginSession, endSession } from "@/session";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { testUser } from "@/test/user";

beforeEach(async () => {
  installPlatform().answer = async (request) =>
    request.url.endsWith("/recharge/currency/selectList")
      ? envelope(200, [])
      : envelope(404, { error: "url_unknown" });
  await beginSession({ token: "token", user: testUser });
});

afterEach(() => endSession());

it("says that nobody gives a certificate out here, and leads to what works", async () => {
  await renderScreen(<ScreenPage />, to("deposit"));
  await userEvent.click(
    await screen.findByRole("button", { name: /^Bank certificate.*Not available yet/ }),
  );
  const sheet = within(await screen.findByRole("dialog"));
  expect(sheet.getByText(/This server has no customer service yet/)).toBeVisible();
  expect(sheet.getByRole("link", { name: "Deposit in USD or EUR" })).toHaveAttribute(
    "href",
    `#${to("depositFiat")}`,
  );
});
