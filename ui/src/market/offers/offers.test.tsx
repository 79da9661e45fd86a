import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireDetail, wireInstrument } from "@/test/wire";
import { wireAuction, wireOffer } from "@/test/wireOffers";

/** 2026-12-01, while Mingzhou can be subscribed to. */
const NOW = 1_796_112_000_000;
const page = { pageNum: 1, pageSize: 100, total: 1 };
const named = { stock_code: "39005", name: "Mingzhou Diagnostics", market: "HK", currency: "HKD" };
const unlisted = {
  ...{ source: 5 as const, exchange: "HKEX", priceDigits: 3, lotSize: "100", tradable: false },
  ...{ price_nominal: null, change: null, change_ratio: null, prevClose: null, stale: true },
} as const;

let asked: string[];
let answers: Record<string, object | null>;

beforeEach(() => {
  vi.spyOn(Date, "now").mockReturnValue(NOW);
  // jsdom has no layout.
  vi.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(80);
  asked = [];
  const block = {
    ...{ blockMinQuantity: "10000", blockMinValue: "2512000.00", blockBand: "3.00" },
    ...{ blockLow: "243.66", blockHigh: "258.74", blockRuleSince: "2026-01-01" },
  };
  answers = {
    "/m_ft/webull/new/stock": {
      list: [{ ...wireInstrument({ ...named, ...unlisted }), ...wireOffer() }],
      page,
    },
    "/m_ft/preMarketList": { list: [{ ...wireInstrument({ source: 8 }), ...wireAuction() }], page },
    "/blockTrade/list": { list: [{ ...wireInstrument({ source: 4 }), ...block }], page },
  };
  installPlatform().answer = (request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    const data = answers[pathname];
    return data ? envelope(200, data) : envelope(404, { error: "url_unknown" });
  };
});

afterEach(() => vi.restoreAllMocks());

it("lists what can be subscribed to, marked as simulated, with the time that is left", async () => {
  await renderScreen(<ScreenPage />, to("newStocks"));
  const row = await screen.findByRole("link", { name: /Mingzhou Diagnostics/ });
  expect(within(row).getByText("Simulated")).toBeVisible();
  expect(within(row).getByText("38.80")).toBeVisible();
  expect(within(row).getByText("Subscription ends in 2 d 0 h")).toBeVisible();
  expect(screen.getByText(/None of them exists/)).toBeVisible();
  expect(row).toHaveAttribute("href", expect.stringContaining("/pages/hkstock/quote?code=39005"));
  expect(asked[0]).toContain("type=open");
});

it("shows another stage, in its address too, and says what there is where nothing is", async () => {
  answers["/m_ft/webull/new/stock"] = { list: [], page: { ...page, total: 0 } };
  await renderScreen(<ScreenPage />, to("newStocks"));
  expect(await screen.findByText(/Nothing is open for subscription now/)).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "Listed" }));
  expect(window.location.hash).toBe("#/pages/product/newstock?status=listed");
});

it("has of a stock that is not listed its offer and its way to the market, and no price", async () => {
  answers["/m_ft/stock_detail_ft"] = wireDetail({ ...named, ...unlisted, offer: wireOffer() });
  await renderScreen(<ScreenPage />, to("quoteHongKong", { code: "39005", market: "HK" }));
  const steps = within(await screen.findByRole("list", { name: "Timeline" })).getAllByRole(
    "listitem",
  );
  expect(steps.map((step) => step.getAttribute("aria-current"))).toEqual([
    null,
    "step",
    null,
    null,
  ]);
  expect(steps[1]).toHaveTextContent("30 Nov 2026 – 3 Dec 2026");
  expect(screen.getByText(/Mingzhou Diagnostics is made up/)).toBeVisible();
  expect(screen.getByText("3,880.00 HKD")).toBeVisible();
  expect(screen.queryByRole("button", { name: /buy/i })).toBeNull();
  expect(screen.getByText(/Subscriptions aren't open here yet/)).toBeVisible();
  expect(asked.some((call) => call.startsWith("/m_ft/kline"))).toBe(false);
});

it("tells what an auction would come to, who is left over, and until when", async () => {
  vi.spyOn(Date, "now").mockReturnValue(1_796_740_200_000 - 65_000);
  await renderScreen(<ScreenPage />, to("auctions"));
  const row = await screen.findByRole("link", { name: /Apple/ });
  expect(row).toHaveTextContent("251.20");
  expect(row).toHaveTextContent("Buy 12.3K");
  expect(screen.getByText("Indicative prices")).toBeVisible();
  expect(screen.getByText("1:05")).toBeVisible();
  expect(screen.getByText(/customers' orders aren't accepted yet/)).toBeVisible();
  expect(row).toHaveAttribute(
    "href",
    expect.stringContaining("/pages/quote/auctionStock?code=AAPL"),
  );
});

it("shows between auctions the last one, and when the next begins", async () => {
  const closed = wireAuction({ auctionPhase: "closed", indicativePrice: null });
  answers["/m_ft/preMarketList"] = {
    list: [{ ...wireInstrument({ source: 8 }), ...closed }],
    page,
  };
  await renderScreen(<ScreenPage />, to("auctions"));
  const row = await screen.findByRole("link", { name: /Apple/ });
  expect(row).toHaveTextContent("250.10");
  expect(screen.getByText("Between auctions")).toBeVisible();
  expect(screen.getByText(/Next from .*04:00 ET/)).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "Hong Kong" }));
  expect(window.location.hash).toBe("#/pages/product/auctionStock?market=HK");
});

it("says what a block is, what it is worth, and that trading it must be activated first", async () => {
  await renderScreen(<ScreenPage />, to("blocks"));
  const row = await screen.findByRole("link", { name: /Apple/ });
  expect(row).toHaveTextContent("from 10,000 shares");
  expect(row).toHaveTextContent("2.51M USD");
  expect(row).toHaveTextContent("243.66 – 258.74");
  expect(screen.getByText(/must be activated first/)).toBeVisible();
  expect(screen.queryByRole("button", { name: /trade|apply/i })).toBeNull();
});

it.each(["newStocks", "auctions", "blocks"] as const)(
  "offers to try %s again that failed",
  async (name) => {
    answers = {};
    await renderScreen(<ScreenPage />, to(name));
    expect(await screen.findByRole("button", { name: "Try again" })).toBeVisible();
  },
);

it("opens as a tab of Markets, beside the lists and is narrowed there", async () => {
  await renderScreen(<ScreenPage />, to("market", { offer: "blocks" }));
  expect(await screen.findByRole("tab", { name: "Block trades" })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  expect(await screen.findByText(/from 10,000 shares/)).toBeVisible();
  await userEvent.click(screen.getByRole("radio", { name: "Hong Kong" }));
  expect(location.hash).toContain(to("market", { offer: "blocks", status: "open", market: "HK" }));
  await userEvent.click(screen.getByRole("tab", { name: "Opening auctions" }));
  expect(location.hash).toContain(to("market", { offer: "auctions" }));
  expect(screen.getByRole("tab", { name: "US stocks" })).toBeVisible();
  expect(asked.some((call) => call.startsWith("/market/list"))).toBe(false);
});

it("has only those blocks that are in the window", async () => {
  const block = Object(answers["/blockTrade/list"]).list[0];
  const list = Array.from({ length: 90 }, (_, at) => ({
    ...block,
    id: `${at}`,
    name: `Stock ${at}`,
  }));
  answers["/blockTrade/list"] = { list, page: { ...page, total: 90 } };
  await renderScreen(<ScreenPage />, to("blocks"));
  expect(await screen.findByRole("link", { name: /Stock 0/ })).toBeVisible();
  expect(screen.getAllByRole("link", { name: /Stock/ }).length).toBeLessThan(30);
});
