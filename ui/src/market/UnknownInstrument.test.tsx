import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";

it("says on a ticket that a symbol does not exist, under a title that names it", async () => {
  installPlatform().answer = () => envelope(404, { error: "instrument_unknown" }, "There is none.");
  await renderScreen(<ScreenPage />, to("payForex", { code: "ABCXYZ", market: "Forex" }));
  const text = "This symbol doesn't exist or is no longer listed.";
  expect(await screen.findByText(text)).toBeVisible();
  expect(screen.getByRole("heading", { name: "Trade ABCXYZ" })).toBeVisible();
});
