import { readFileSync } from "node:fs";
import { afterEach, expect, it, vi } from "vitest";
import {
  clockName,
  dateIn,
  daysUntil,
  exchangeName,
  formatClockIn,
  formatDate,
  formatExchangeClock,
  formatExchangeTime,
  formatInZone,
  formatTradeMinute,
  formatTradeMoment,
  formatTradeTime,
  formatZonedMoment,
  momentOnExchange,
} from "./time";

afterEach(() => void vi.useRealTimers());

// 2026-11-20 16:02:14.318 UTC is winter in New York; 2026-07-01 is summer.
const winter = 1_795_190_534_318;
const summer = 1_782_921_600_005;

it.each([
  [winter, "en", "UsStock", "11:02:14.318 ET"],
  [summer, "en", "UsStock", "12:00:00.005 ET"],
  [winter, "zh-Hans", "HK", "00:02:14.318 HKT"],
  [winter, "zh-Hant", "Crypto", "16:02:14.318 UTC"],
])("%s in %s on the clock of %s", (moment, language, market, expected) =>
  expect(formatExchangeClock(moment, language, market)).toBe(expected),
);

it("puts the exchange's own day before its clock", () => {
  expect(formatExchangeTime(winter, "en", "UsStock")).toBe("20 Nov 2026, 11:02:14.318 ET");
  expect(formatExchangeTime(winter, "en", "HK")).toBe("21 Nov 2026, 00:02:14.318 HKT");
});

it.each([
  [winter, "en", "UsStock", "20 Nov 2026, 11:02:14 ET", "20 Nov 2026, 11:02 ET"],
  [summer, "en", "UsStock", "1 Jul 2026, 12:00:00 ET", "1 Jul 2026, 12:00 ET"],
  [winter, "zh-Hans", "HK", "2026年11月21日 00:02:14 HKT", "2026年11月21日 00:02 HKT"],
])(
  "says of a trade at %s in %s on %s which clock it goes by",
  (at, language, market, time, minute) => {
    expect(formatTradeTime(at, language, market)).toBe(time);
    expect(formatTradeMinute(at, language, market)).toBe(minute);
  },
);

it("leaves the day out where it is the exchange's own today", () => {
  // In New York it is still the 20th.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2026, 10, 21, 3) });
  expect(formatTradeMoment(winter, "en", "UsStock")).toBe("11:02:14 ET");
  vi.setSystemTime(Date.UTC(2026, 10, 21, 6));
  expect(formatTradeMoment(winter, "en", "UsStock")).toBe("20 Nov 2026, 11:02:14 ET");
});

it.each(["zh-Hans", "zh-Hant"])("writes a zone in %s without brackets", (language) => {
  const parts = { hour: "2-digit", minute: "2-digit", timeZoneName: "short" } as const;
  const text = formatInZone(winter, language, "UTC", parts);
  expect(text).toMatch(/UTC/);
  expect(text).not.toMatch(/[[\]]/);
  expect(formatZonedMoment(winter, language)).not.toMatch(/[[\]]/);
});

it("names the customer's own zone", () => {
  const zone = new Intl.DateTimeFormat("en-GB", { timeZoneName: "short" })
    .formatToParts(winter)
    .find(({ type }) => type === "timeZoneName")?.value;
  expect(formatZonedMoment(winter, "en")).toMatch(
    new RegExp(`:02:14 ${zone?.replace("+", "\\+")}$`),
  );
});

it.each([
  ["2026-11-27", "09:30", "UsStock", "2026-11-27T14:30:00Z"],
  ["2026-07-01", "16:00", "UsStock", "2026-07-01T20:00:00Z"],
  ["2026-11-27", "09:30", "HK", "2026-11-27T01:30:00Z"],
  ["2026-11-27", "00:00", "Crypto", "2026-11-27T00:00:00Z"],
])("%s %s on the clock of %s is %s", (date, clock, market, expected) =>
  expect(momentOnExchange(date, clock, market)).toBe(Date.parse(expected)),
);

it.each([
  ["America/Chicago", "CT"],
  ["Asia/Hong_Kong", "HKT"],
  ["UTC", "UTC"],
  ["Asia/Tokyo", "GMT+9"],
])("calls the clock of %s %s", (timeZone, name) => {
  expect(clockName(timeZone, winter)).toBe(name);
});

it("goes by the clock of a zone", () => {
  expect(formatClockIn(winter, "en", "America/Chicago")).toBe("10:02:14");
  expect(dateIn(winter, "Asia/Tokyo")).toBe("2026-11-21");
  expect(formatDate("2026-12-18", "en")).toBe("18 Dec 2026");
  expect(formatTradeMinute(winter, "en", "Future")).toBe("20 Nov 2026, 10:02 CT");
});

it.each([
  ["HSIZ26", "21 Nov 2026, 00:02 HKT"],
  ["KCH27", "20 Nov 2026, 11:02 ET"],
  ["ESZ26", "20 Nov 2026, 10:02 CT"],
])("goes by the clock of the exchange of %s", (symbol, time) => {
  expect(formatTradeMinute(winter, "en", { market: "Future", symbol })).toBe(time);
});

it("knows the clock of every future as the server's tables have it", () => {
  const read = (file: string) =>
    readFileSync(`../server/data/${file}`, "utf8")
      .split("\n")
      .map((line) => line.split(","));
  const zones = new Map(read("calendars.csv").map(([calendar, zone = ""]) => [calendar, zone]));
  const [heads = [], ...rows] = read("futures.csv");
  const products = rows.filter(([root]) => root);
  expect(products.length).toBeGreaterThan(20);
  for (const row of products) {
    const zone = zones.get(row[heads.indexOf("calendar")]) ?? "";
    const symbol = `${row[0]}Z26`;
    expect(exchangeName({ market: "Future", symbol }), symbol).toBe(clockName(zone, winter));
  }
});

it("counts the days of a calendar", () => {
  expect(daysUntil("2026-12-18", "2026-11-22")).toBe(26);
  expect(daysUntil("2026-11-22", "2026-11-22")).toBe(0);
  expect(daysUntil("2026-11-20", "2026-11-22")).toBe(-2);
});
