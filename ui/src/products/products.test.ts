import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import {
  classOf,
  classPaidFrom,
  codeOf,
  formatAverageOf,
  formatPriceOf,
  priceLook,
  quoteAddress,
  smallestTick,
  ticketAddress,
  ticketOf,
  titleOf,
  unitOf,
  usualTicket,
} from ".";
import { spreadInPips } from "./spread";
import { wordsOf } from "./words";

const tencent = { symbol: "00700", name: "Tencent", market: "HK", assetClass: "hkStock" } as const;
const euro = { symbol: "EURUSD", name: "Euro", market: "Forex", assetClass: "forex" } as const;
const apple = { symbol: "AAPL", name: "Apple", market: "UsStock", assetClass: "usStock" } as const;

const spx = { symbol: "SPX", name: "S&P 500", market: "Index", assetClass: "index" } as const;
const emini = { symbol: "ESZ26", name: "E-mini", market: "Future", assetClass: "future" } as const;
const bitcoin = {
  symbol: "BTCUSDT",
  name: "Bitcoin",
  market: "Crypto",
  assetClass: "crypto",
} as const;

it.each([
  [apple, "893.31146463", "893.311"],
  // An estimate for an amount, whose value is rounded up to a cent.
  [apple, "263.39007", "263.39"],
  [apple, "263.47", "263.47"],
  [apple, "263.5", "263.50"],
  [bitcoin, "71573.4591", "71,573.459"],
  [bitcoin, "0.092814", "0.09281"],
  [euro, "1.1151049", "1.11510"],
])("shows an average of %o no longer than brokers do: %s", (instrument, price, text) => {
  expect(formatAverageOf(instrument, price)).toBe(text);
});

it("opens each kind on its own screens", () => {
  expect(quoteAddress(apple)).toMatch(/^\/pages\/quote\/stock\?/);
  expect(quoteAddress(tencent)).toBe(
    "/pages/hkstock/quote?code=00700&name=Tencent&source=11&market=HK",
  );
  expect(quoteAddress(euro)).toMatch(/^\/pages\/quote\/forex\?.*source=2&market=Forex$/);
  expect(ticketAddress(tencent, 1)).toMatch(/^\/pages\/payment\/stock\?.*market=HK&direction=1$/);
  expect(ticketAddress(euro, 0)).toMatch(/^\/pages\/payment\/forex\?.*&direction=0$/);
  expect(quoteAddress(bitcoin)).toMatch(/^\/pages\/quote\/crypto\?.*source=7&market=Crypto$/);
  expect(ticketAddress(bitcoin, 1)).toMatch(
    /^\/pages\/payment\/crypto\?.*market=Crypto&direction=1$/,
  );
});

it("opens what is only watched on its quote, and a future on its ticket", () => {
  expect(quoteAddress(spx)).toMatch(/^\/pages\/quote\/globalindex\?.*source=99&market=Index$/);
  expect(quoteAddress(emini)).toMatch(/^\/pages\/quote\/future\?.*source=3&market=Future$/);
  expect(usualTicket(spx)).toBeUndefined();
  expect(ticketAddress(spx, 0)).toBe(quoteAddress(spx));
  expect(ticketAddress(emini, 1)).toMatch(
    /^\/pages\/payment\/future\?.*market=Future&direction=1$/,
  );
});

it("calls a share by its name and a pair by its code", () => {
  expect([apple, tencent, euro].map(codeOf)).toEqual(["AAPL", "00700", "EUR/USD"]);
  expect(titleOf(tencent)).toEqual({ first: "Tencent", second: "00700" });
  expect(titleOf(euro)).toEqual({ first: "EUR/USD", second: "Euro" });
});

it("pays each kind from its own account, and nothing from others", () => {
  for (const row of [apple, tencent, euro, emini, bitcoin]) {
    expect(classPaidFrom(ticketOf(row).wallet)).toBe(row.assetClass);
  }
  expect(["BALANCE", "SUBSCRIPTION"].map(classPaidFrom)).toEqual([undefined, undefined]);
});

it("has no call and no account for what is only watched", () => {
  expect(() => ticketOf(spx)).toThrow("watched");
});

it("knows a market by its name, and takes an unnamed one for shares", () => {
  expect(
    ["UsStock", "HK", "Forex", "Index", "Future", "Crypto", undefined, "Elsewhere"].map(classOf),
  ).toEqual(["usStock", "hkStock", "forex", "index", "future", "crypto", "usStock", "usStock"]);
});

it.each([
  [apple, "180.1", "180.10"],
  [tencent, "621", "621.00"],
  [tencent, "7.18", "7.180"],
  [tencent, "10", "10.000"],
  [tencent, "10.01", "10.01"],
  [euro, "1.085", "1.08500"],
  [{ ...euro, symbol: "USDJPY" }, "155.1", "155.100"],
  [euro, "1.06691665", "1.06692"],
  [emini, "7572.50", "7,572.50"],
  [emini, "7534.3805", "7,534.38"],
  [{ ...emini, symbol: "HSIZ26", priceDigits: 0 }, "22085.33660203", "22,085"],
  [{ ...emini, symbol: "YMZ26" }, "51782.00", "51,782"],
  [{ ...emini, symbol: "RTYZ26" }, "2980", "2,980.0"],
  [{ ...emini, symbol: "LEZ26", priceDigits: 3 }, "2.1", "2.100"],
  [{ ...emini, symbol: "ZCZ26", priceDigits: 4 }, "12.45", "12.4500"],
  [bitcoin, "71573.4", "71,573.40"],
  [bitcoin, "1.4", "1.400"],
  [bitcoin, "0.0928", "0.09280"],
  [bitcoin, "0.00000741", "0.00000741"],
  [{ ...bitcoin, priceDigits: 1 }, "453", "453.0"],
  [{ ...bitcoin, priceDigits: 8 }, "0.0000074", "0.00000740"],
])("writes the prices of %o as %s", (instrument, price, text) => {
  expect(formatPriceOf(instrument, price)).toBe(text);
});

it("knows the decimals of every future as the server's table has them", () => {
  const table = readFileSync(new URL("../../../server/data/futures.csv", import.meta.url), "utf8");
  const [heads = [], ...rows] = table.split("\n").map((line) => line.split(","));
  const column = (name: string) => heads.indexOf(name);
  const products = rows.filter(([root]) => root);
  expect(products.length).toBeGreaterThan(20);
  for (const row of products) {
    const symbol = `${row[column("root")]}Z26`;
    const decimals = Number(row[column("price_decimals")]);
    expect(priceLook({ ...emini, symbol }, "1")).toEqual({ decimals, pip: undefined });
  }
});

it("counts pairs in their base currency, coins in their own sign, and shares in none", () => {
  const none = { baseCurrency: null };
  const units = [
    { ...euro, baseCurrency: "EUR" },
    { ...bitcoin, ...none },
    { ...apple, ...none },
  ];
  expect(units.map(unitOf)).toEqual(["EUR", "BTC", undefined]);
});

it("ends a pip one decimal before the price", () => {
  expect(priceLook(euro, "1.08504")).toEqual({ decimals: 5, pip: 4 });
  expect(priceLook({ ...euro, symbol: "USDJPY" }, "155.104")).toEqual({ decimals: 3, pip: 2 });
  expect(priceLook(apple, "180.1").pip).toBeUndefined();
});

it("steps by the last decimal of a price while the tick is not known", () => {
  const yen = { ...euro, symbol: "USDJPY" };
  const steps = [
    smallestTick(apple, "180"),
    smallestTick(euro, "1.08"),
    smallestTick(yen, "155.1"),
  ];
  expect(steps).toEqual(["0.01", "0.00001", "0.001"]);
});

it("counts a spread in pips", () => {
  expect(spreadInPips(euro, { bid: "1.08500", ask: "1.08513" })).toBe("1.3");
  expect(spreadInPips({ ...euro, symbol: "USDJPY" }, { bid: "155.1", ask: "155.113" })).toBe("1.3");
  expect(spreadInPips(euro, { bid: null, ask: "1.08513" })).toBeNull();
  expect(spreadInPips(apple, { bid: "180.1", ask: "180.2" })).toBeNull();
});

it("has words of its own for what opens and what closes a position on margin", () => {
  const deed = { side: "sell", position: "short" } as const;
  expect(wordsOf({ ...euro, ...deed })).toBe("margin");
  expect(wordsOf({ ...euro, ...deed, position: "long" })).toBe("closing");
  expect(wordsOf({ ...apple, ...deed, position: "long" })).toBeUndefined();
});
