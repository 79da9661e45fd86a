import { screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ScreenPage } from "@/app/ScreenPage";
import { changeLanguage } from "@/i18n";
import { to } from "@/screens";
import { installPlatform } from "@/test/platform";
import { envelope, renderScreen } from "@/test/screen";
import { wireInstrument } from "@/test/wire";

const row = wireInstrument({
  volume: "41200000",
  turnover: "412000000.00",
  high: "10.20",
  low: "9.70",
  change: "-0.10",
});
const page = { pageNum: 1, pageSize: 100, total: 1 };

beforeEach(() => {
  installPlatform().answer = () => envelope(200, { list: [row], page });
});

afterEach(() => changeLanguage("en"));

it("has in its columns what moves in a day", async () => {
  await renderScreen(<ScreenPage place="main" />, to("market"));
  const table = within(await screen.findByRole("table"));
  const cells = (within: HTMLElement | undefined) =>
    [...(within?.children ?? [])].map(({ textContent }) => textContent);
  expect(await table.findByRole("button", { name: "Apple AAPL" })).toBeVisible();
  const [head, first] = table.getAllByRole("row");
  expect(cells(head)).toEqual([
    ...["Name", "Industry", "Price", "Change", "Change %", "Volume", "Turnover", "High", "Low"],
  ]);
  expect(cells(first).slice(1)).toEqual([
    ...["Technology", "10.00", "\u22120.10", "+1.00%", "41.2M", "412M", "10.20", "9.70"],
  ]);
});

it("has industries in the customer's language", async () => {
  const stock = wireInstrument({ classify: "Information Technology" });
  installPlatform().answer = () => envelope(200, { list: [stock], page });
  await changeLanguage("zh-Hant");
  await renderScreen(<ScreenPage place="main" />, to("market"));
  const table = within(await screen.findByRole("table"));
  expect(await table.findByRole("cell", { name: "資訊科技" })).toBeInTheDocument();
});

it("has of pairs their codes, what they are dealt at and their classes in words", async () => {
  const pair = wireInstrument({
    ...{ stock_code: "EURUSD", name: "Euro/US Dollar", market: "Forex", source: 2 },
    ...{ baseCurrency: "EUR", classify: "exotic", bid: "1.08500", ask: "1.08513" },
  });
  installPlatform().answer = () => envelope(200, { list: [pair], page });
  await renderScreen(<ScreenPage place="main" />, to("market", { assets: "forex" }));
  const table = within(await screen.findByRole("table"));
  expect(await table.findByRole("button", { name: "EUR/USD Euro/US Dollar" })).toBeVisible();
  expect(table.getByRole("columnheader", { name: "Leverage class" })).toBeInTheDocument();
  expect(table.getByRole("cell", { name: "Exotic" })).toBeInTheDocument();
});

it("has of coins where they stand before the rest where there is little room", async () => {
  const coin = wireInstrument({
    stock_code: "BTCUSDT",
    name: "Bitcoin",
    market: "Crypto",
    source: 7,
  });
  const readings = { trend: "down", rsi: "36.01", volatility: "53.03" };
  installPlatform().answer = () => envelope(200, { list: [{ ...coin, ...readings }], page });
  await renderScreen(<ScreenPage place="main" />, to("market", { assets: "crypto" }));
  const table = within(await screen.findByRole("table"));
  expect(await table.findByRole("cell", { name: "53%" })).toBeInTheDocument();
  const roomOf = (name: string) =>
    /min-\[(\d+)px\]:table-cell/.exec(table.getByRole("columnheader", { name }).className)?.[1];
  expect(["Price", "Change %"].map(roomOf)).toEqual([undefined, undefined]);
  expect(["Turnover", "RSI14", "Volatility"].map(roomOf)).toEqual(["500", "500", "500"]);
  expect(["Change", "Volume", "vs MA20"].map(roomOf)).toEqual(["760", "760", "760"]);
  expect(["Class", "High", "Low"].map(roomOf)).toEqual(["1000", "1000", "1000"]);
});

it("has of what grows its exchange, since all of it is of one class, and its last day as people write days", async () => {
  const corn = wireInstrument({
    ...{ stock_code: "ZCZ26", name: "Corn Dec 2026", market: "Future", source: 3 },
    ...{ classify: "agricultural", exchange: "CBOT", lastTradeDate: "2026-12-14" },
  });
  installPlatform().answer = () => envelope(200, { list: [corn], page });
  await renderScreen(<ScreenPage place="main" />, to("market", { assets: "agricultural" }));
  const table = within(await screen.findByRole("table"));
  expect(await table.findByRole("cell", { name: "CBOT" })).toBeInTheDocument();
  expect(table.getByRole("columnheader", { name: "Exchange" })).toBeInTheDocument();
  expect(table.getByRole("cell", { name: "14 Dec 2026" })).toBeInTheDocument();
});
