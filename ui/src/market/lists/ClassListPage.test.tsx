import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireInstrument } from "@/test/wire";
import { WorkspaceContext } from "@/ui/Page";

const page = { pageNum: 1, pageSize: 100, total: 1 };
const coin = {
  ...wireInstrument({ stock_code: "BTCUSDT", name: "Bitcoin", market: "Crypto", source: 7 }),
  ...{ trend: "down", rsi: "36.01", volatility: "53.03" },
};
const corn = wireInstrument({
  ...{ stock_code: "ZCZ26", name: "Corn Dec 2026", market: "Future", source: 3 },
  ...{ lastTradeDate: "2026-12-14", priceDigits: 4, price_nominal: "5.07" },
});

let asked: string[];

beforeEach(() => {
  asked = [];
  // jsdom has no layout.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(6_000);
  installPlatform().answer = (request) => {
    const { pathname, search } = new URL(request.url);
    const list = { "/crypto/quantify_page": [coin], "/market/list": [corn] }[pathname];
    if (!list) return envelope(404, { error: "url_unknown" });
    asked.push(pathname + search);
    return envelope(200, { list, page });
  };
});

it("has beneath a coin where it stands against its average, its RSI and its volatility, and says what they mean", async () => {
  await renderScreen(<ScreenPage />, to("crypto"));
  expect(await screen.findByText("↘ Below")).toBeVisible();
  expect(screen.getByText("RSI14").nextElementSibling).toHaveTextContent("36");
  expect(screen.getByText("Volatility").nextElementSibling).toHaveTextContent("53%");
  expect(screen.getByText(/not investment advice/)).toBeVisible();
});

it("says nothing beneath a coin of which nothing is worked out yet", async () => {
  const unread = { ...coin, indicatorsQuoteClose: ["10.00"], trend: null, rsi: null };
  installPlatform().answer = () => envelope(200, { list: [unread], page });
  await renderScreen(<ScreenPage />, to("crypto"));
  expect(await screen.findByText("Bitcoin")).toBeVisible();
  expect(screen.queryByText("RSI14")).toBeNull();
});

it("leaves it to the pane beside it in a workspace what a list is narrowed to", async () => {
  await renderScreen(
    <WorkspaceContext value={true}>
      <ScreenPage />
    </WorkspaceContext>,
    to("future"),
  );
  expect(await screen.findByRole("table")).toBeVisible();
  expect(screen.queryByRole("radio")).toBeNull();
});

it("narrows the futures to a class, in its address too", async () => {
  await renderScreen(<ScreenPage />, to("future"));
  await userEvent.click(await screen.findByRole("radio", { name: "Energy" }));
  expect(window.location.hash).toBe("#/pages/product/future?part=energy");
  expect(asked).toEqual(["/market/list?market=Future&classify=&pageNum=1&pageSize=100"]);
});

it("lists what grows alone, with the decimals that each price has", async () => {
  await renderScreen(<ScreenPage />, to("agricultural", { list: "losers" }));
  expect(await screen.findByText("Corn")).toBeVisible();
  expect(screen.getByText("Dec 2026 · ZCZ26")).toBeVisible();
  expect(screen.getByText("5.0700")).toBeVisible();
  expect(asked).toEqual([
    "/market/list?market=Future&classify=agricultural&type=losers&pageNum=1&pageSize=100",
  ]);
});
