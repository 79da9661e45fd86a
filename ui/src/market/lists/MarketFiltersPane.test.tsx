import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import MarketFiltersPane from "./MarketFiltersPane";

beforeEach(() => {
  installPlatform().answer = () => envelope(200, { list: [], page: {} });
});

const asked = { assets: "usStock", part: "", status: "open", market: "" } as Parameters<
  typeof MarketFiltersPane
>[0];
const marked = () =>
  screen
    .getAllByRole("link")
    .filter((link) => link.getAttribute("aria-current"))
    .map(({ textContent }) => textContent);

it("marks the list that stands beside it, its ranking and its part", async () => {
  await renderScreen(<MarketFiltersPane {...asked} />, to("market"));
  expect(await screen.findByRole("navigation", { name: "Ranking" })).toBeVisible();
  expect(marked()).toEqual(["US stocks", "All", "All exchanges"]);
});

it.each([
  [to("sectors"), "Sectors"],
  [to("auctions"), "Opening auctions"],
  [to("blocks"), "Block trades"],
  [to("newStocks"), "IPO Center"],
])("marks what is open at %s alone, which has no rankings", async (address, name) => {
  await renderScreen(<MarketFiltersPane {...asked} />, address);
  const menu = within(await screen.findByRole("navigation", { name: "Market" }));
  expect(menu.getByRole("link", { name })).toHaveAttribute("aria-current", "true");
  expect(marked()).toEqual([name]);
  expect(screen.queryByRole("navigation", { name: "Ranking" })).toBeNull();
});
