import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireDetail, wireInstrument } from "@/test/wire";

type Own = NonNullable<Parameters<typeof wireDetail>[0]>;

const DAY = { lastTradeDate: "2026-12-21", multiplier: "1000", cashSettled: false };
const january: Own = {
  ...{ stock_code: "CLF27", name: "WTI Jan 2027", market: "Future", source: 3, ...DAY },
  ...{ previousSettle: "98.10", openInterest: "18000", openInterestChange: "-350" },
  ...{ price_nominal: "97.32", tradable: false },
  contract: {
    ...{ product: "future", walletType: "FUTURE", walletCurrency: "USD", feeTable: "future" },
    ...{ settlementDays: 0, settlesTimestamp: null, fractionStep: null, maxQuantity: null },
    ...{ priceBand: "20", marketCollar: "2" },
    margin: {
      ...{ maxLeverage: "1", closeOutPercent: "50", financing: null },
      ...{ initialPercent: "11", maintenancePercent: "10" },
    },
  },
};
const february: Own = {
  ...january,
  stock_code: "CLG27",
  name: "WTI Feb 2027",
  openInterest: "31000",
  mainMonth: true,
};

const coin: Own = {
  ...{ stock_code: "BTCUSDT", name: "Bitcoin", market: "Crypto", source: 7, tradable: false },
  bids: [{ price: "73404.66", size: "0.041" }],
  asks: [{ price: "73409.07", size: "0.017" }],
};

const hangSeng: Own = {
  ...{ stock_code: "HSI", name: "Hang Seng Index", market: "Index", source: 99 },
  ...{ classify: "asia", exchange: "HKEX", currency: "HKD", timeZone: "Asia/Hong_Kong" },
  tradable: false,
};

const apple: Own = {
  ...{ stock_code: "AAPL", name: "Apple", bid: "180.10", ask: "180.12" },
  bids: Array.from({ length: 10 }, (_, at) => ({ price: `180.${10 - at}`, size: "100" })),
  asks: [{ price: "180.12", size: "300" }],
};

const DETAILS: Record<string, object> = {
  AAPL: wireDetail(apple),
  CLF27: wireDetail({ ...january, timeZone: "America/Chicago" }),
  CLG27: wireDetail({ ...february, timeZone: "America/Chicago" }),
  BTCUSDT: wireDetail(coin),
  HSI: wireDetail(hangSeng),
};

let trades: (string | number)[][];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 22, 12) });
  trades = [[Date.UTC(2026, 10, 22, 11, 59, 58), "97.33", "3", "buy"]];
  installPlatform().answer = (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname === "/m_ft/stock_detail_ft") {
      return envelope(200, DETAILS[searchParams.get("stockCode") ?? ""]);
    }
    if (pathname === "/m_ft/futures") {
      return envelope(200, [wireInstrument(january), wireInstrument(february)]);
    }
    if (pathname === "/market/trades") return envelope(200, trades);
    return envelope(404, { error: "url_unknown" });
  };
});

afterEach(() => void vi.useRealTimers());

const fact = (label: string) => screen.getByText(label).nextElementSibling?.textContent;

it("says of a future until when it trades, what a point is worth and how many are open", async () => {
  await renderScreen(<ScreenPage />, to("quoteFuture", { code: "CLF27", market: "Future" }));
  expect(await screen.findByText("Last trading day")).toBeVisible();
  expect(fact("Last trading day")).toBe("21 Dec 202629 days left");
  expect(screen.queryByText("First notice")).toBeNull();
  expect(fact("Settlement")).toBe("Delivery");
  expect(fact("Point value")).toBe("1,000 USD");
  expect(fact("Tick size")).toBe("0.01");
  expect(fact("Tick value")).toBe("10 USD");
  expect(fact("Initial margin")).toBe("10,705 USD");
  expect(fact("Maint. margin")).toBe("9,732 USD");
  expect(screen.queryByText(/^Closing only/)).toBeNull();
  expect(fact("Contract value")).toBe("97,320 USD");
  expect(fact("Prev. settle")).toBe("98.10");
  expect(fact("Open interest")).toBe("18K\u2212350 on the day");
  expect(screen.queryByText("Prev. close")).toBeNull();
});

it("says from which day on a month is closing only, and what is left to do", async () => {
  DETAILS.CLF27 = wireDetail({
    ...{ ...january, timeZone: "America/Chicago", lastOpenDate: "2026-11-20" },
    ...{ tickSize: "0.00025", multiplier: "5010" },
  });
  await renderScreen(<ScreenPage />, to("quoteFuture", { code: "CLF27", market: "Future" }));
  expect(await screen.findByText(/^Closing only. Choose a later month/)).toBeVisible();
  expect(fact("Closing only from")).toBe("20 Nov 2026");
  // An amount with cents has both.
  expect(fact("Tick value")).toBe("1.2525 USD");
});

it("switches between the months of a future, of which the main one says so", async () => {
  await renderScreen(<ScreenPage />, to("quoteFuture", { code: "CLF27", market: "Future" }));
  expect(await screen.findByRole("radio", { name: "Jan 2027" })).toBeChecked();
  await userEvent.click(await screen.findByRole("radio", { name: "Feb 2027 · Main" }));
  expect(window.location.hash).toContain("code=CLG27");
});

it("has no way to trade what can only be watched, and says so", async () => {
  await renderScreen(<ScreenPage />, to("quoteIndex", { code: "HSI", market: "Index" }));
  expect(await screen.findByText("Indices can be viewed but not traded.")).toBeVisible();
  expect(screen.queryByRole("button", { name: "Buy" })).toBeNull();
  await userEvent.keyboard("b");
  expect(window.location.hash).not.toContain("payment");
});

it("opens a future long at the ask or short at the bid, long first", async () => {
  const quoted = { tradable: true, bid: "97.31", ask: "97.33" };
  DETAILS.CLF27 = wireDetail({ ...january, ...quoted, timeZone: "America/Chicago" });
  await renderScreen(<ScreenPage />, to("quoteFuture", { code: "CLF27", market: "Future" }));
  const long = await screen.findByRole("button", { name: /^Long.*97\.33$/ });
  const short = screen.getByRole("button", { name: /^Short.*97\.31$/ });
  expect(long.compareDocumentPosition(short)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await userEvent.keyboard("b");
  expect(decodeURIComponent(window.location.hash)).toContain(
    "/pages/payment/future?code=CLF27&name=WTI+Jan+2027&source=3&market=Future&direction=0",
  );
});

it("does not speak of trading where prices are old that nobody can trade on", async () => {
  DETAILS.HSI = wireDetail({ ...hangSeng, stale: true });
  await renderScreen(<ScreenPage />, to("quoteIndex", { code: "HSI", market: "Index" }));
  expect(await screen.findByText("Indices can be viewed but not traded.")).toBeVisible();
  expect(screen.queryByText(/Prices are out of date/)).toBeNull();
});

it("lists what was traded last by the exchange's clock, and who came to the other", async () => {
  await renderScreen(<ScreenPage />, to("quoteFuture", { code: "CLF27", market: "Future" }));
  expect(await screen.findByText("Time (CT)")).toBeVisible();
  const [trade] = within(screen.getByRole("list", { name: "Recent trades" })).getAllByRole(
    "listitem",
  );
  expect(trade).toHaveTextContent("05:59:5897.333B");
  expect(screen.getByTitle("Bought at the ask")).toBeVisible();
});

it("says that nothing was traded yet", async () => {
  trades = [];
  await renderScreen(<ScreenPage />, to("quoteFuture", { code: "CLF27", market: "Future" }));
  expect(await screen.findByText(/No trades since/)).toBeVisible();
});

it("has of a coin both sides of its book, and the way to the ladder", async () => {
  await renderScreen(<ScreenPage />, to("quoteCrypto", { code: "BTCUSDT", market: "Crypto" }));
  expect(await screen.findByText("Depth")).toBeVisible();
  expect(screen.getByRole("list", { name: "Bid" })).toHaveTextContent("73,404.660.041");
  expect(screen.getByRole("list", { name: "Ask" })).toHaveTextContent("73,409.070.017");
  expect(screen.getByRole("link", { name: "Order book" })).toHaveAttribute(
    "href",
    expect.stringContaining("/pages/crypto/index?code=BTCUSDT"),
  );
});

it("has the spread of a coin between the sides of its ladder", async () => {
  await renderScreen(<ScreenPage />, to("orderBook", { code: "BTCUSDT" }));
  expect(await screen.findByText("Spread")).toBeVisible();
  expect(screen.getByText("Spread").nextElementSibling).toHaveTextContent("4.41");
});

it("says of an index where it is of, and nothing of a volume, a tick or a book", async () => {
  await renderScreen(<ScreenPage />, to("quoteIndex", { code: "HSI", market: "Index" }));
  expect(await screen.findByText("Indices can be viewed but not traded.")).toBeVisible();
  expect(fact("Region")).toBe("Asia-Pacific");
  expect(fact("Exchange time")).toBe("HKT");
  for (const label of ["Volume", "Tick size", "Bid"]) expect(screen.queryByText(label)).toBeNull();
});

it("has in place of a ticket for it that it can only be watched", async () => {
  await renderScreen(<ScreenPage />, to("payStock", { code: "HSI", market: "Index" }));
  expect(await screen.findByText("Indices can be viewed but not traded.")).toBeVisible();
  expect(screen.queryByRole("textbox")).toBeNull();
});

it("opens ten levels of a stock's book and its newest trades below the bid and the ask", async () => {
  await renderScreen(<ScreenPage />, to("quoteStock", { code: "AAPL", market: "UsStock" }));
  const bar = await screen.findByRole("button", { name: /Depth and trades/ });
  expect(screen.queryByRole("list", { name: "Bid" })).toBeNull();
  await userEvent.click(bar);
  const bids = await screen.findByRole("list", { name: "Bid" });
  expect(within(bids).getAllByRole("listitem")).toHaveLength(10);
  for (const level of within(bids).getAllByRole("listitem"))
    expect(level).not.toHaveClass("hidden");
  expect(await screen.findByRole("list", { name: "Recent trades" })).toHaveTextContent("97.33");
  await userEvent.click(bar);
  expect(screen.queryByRole("list", { name: "Bid" })).toBeNull();
});
