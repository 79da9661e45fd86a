import { type AssetClass, decodeMarket, type Listing } from "@/api/market";
import { serverNow } from "@/platform/serverClock";

export const HOUR_MS = 60 * 60_000;
export const DAY_MS = 24 * HOUR_MS;

const formats = new Map<string, Intl.DateTimeFormat>();

/** Building a format is slow, and lists ask for the same one in every row. */
function formatOf(language: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${language} ${JSON.stringify(options)}`;
  const known = formats.get(key);
  if (known) return known;
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, options);
  formats.set(key, format);
  return format;
}

/** A zone beside a clock without the brackets that Chinese formats put it in: `17:01 UTC`. */
const unbracketed = (text: string) => text.replace(/\[([^\]]+)\]/, "$1");

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" } as const;

/** A moment on the customer's own clock. A `moment` is in Unix milliseconds. */
export const formatTime = (moment: number, language: string) =>
  formatOf(language, { ...DAY, ...CLOCK }).format(moment);

/** The day of a moment in the customer's own time zone. */
export const formatDay = (moment: number, language: string) =>
  formatOf(language, DAY).format(moment);

/** The time of day of a moment on the customer's own clock. */
export const formatClock = (moment: number, language: string) =>
  formatOf(language, CLOCK).format(moment);

const isToday = (moment: number, language: string) =>
  formatDay(moment, language) === formatDay(Date.now(), language);

/** A recent moment: its time today, with its date on another day. */
export const formatMoment = (moment: number, language: string) =>
  isToday(moment, language) ? formatClock(moment, language) : formatTime(moment, language);

/** `formatMoment` with the name of the customer's zone, for use beside an exchange's times. */
export const formatZonedMoment = (moment: number, language: string) =>
  unbracketed(
    formatOf(language, {
      ...(isToday(moment, language) ? {} : DAY),
      ...CLOCK,
      timeZoneName: "short",
    }).format(moment),
  );

/** The name of the customer's zone at a moment, for example `GMT+8`. */
export const zoneName = (moment: number, language: string) =>
  formatOf(language, { timeZoneName: "short" })
    .formatToParts(moment)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** The customer's time zone, for example `Asia/Hong_Kong`. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Traders' names for the clocks of exchanges, in summer and winter alike. */
const CLOCK_NAMES = {
  "America/New_York": "ET",
  "Asia/Hong_Kong": "HKT",
  "America/Chicago": "CT",
  UTC: "UTC",
};
type Zone = keyof typeof CLOCK_NAMES;

/** The clock that each class is traded by. Indices have many exchanges: an instrument's detail has its own zone. */
const ZONES: Record<AssetClass, Zone> = {
  usStock: "America/New_York",
  hkStock: "Asia/Hong_Kong",
  forex: "America/New_York",
  index: "UTC",
  future: "America/Chicago",
  crypto: "UTC",
};

/** The futures of exchanges elsewhere than Chicago, by the beginning of their codes. */
const FUTURE_ZONES: readonly (readonly [zone: Zone, codes: string])[] = [
  ["Asia/Hong_Kong", "HSI HHI MHI"],
  ["America/New_York", "SB KC CC CT"],
];

/** What is traded somewhere: an instrument of any kind, or a market all of whose instruments go by one clock. */
export type Traded = Listing | string;

/** The time zone of an instrument's exchange; UTC for an unknown market. */
function exchangeZone(of: Traded): Zone {
  const { market, symbol } = typeof of === "string" ? { market: of, symbol: "" } : of;
  const assetClass = decodeMarket(market);
  if (!assetClass) return "UTC";
  // A future's code ends with the month's letter and two digits of the year.
  const product = assetClass === "future" ? symbol.slice(0, -3) : "";
  const own = FUTURE_ZONES.find(([, codes]) => codes.split(" ").includes(product));
  return own?.[0] ?? ZONES[assetClass];
}

/** The number of days between two calendar days. */
export const daysUntil = (date: string, today: string) =>
  Math.round((Date.parse(date) - Date.parse(today)) / DAY_MS);

/** The present day in a time zone as `2026-12-18`, by the server's clock. */
export const todayIn = (timeZone: string) => dateIn(serverNow(), timeZone);

/** The present day of an instrument's exchange as `2026-12-18`, by the server's clock. */
export const todayOf = (of: Traded) => todayIn(exchangeZone(of));

/** Traders' name for the clock of an instrument's exchange. */
export const exchangeName = (of: Traded) => CLOCK_NAMES[exchangeZone(of)];

/** Traders' name for the clock of a time zone; without one, its offset from UTC. */
export function clockName(timeZone: string, moment: number): string {
  if (timeZone in CLOCK_NAMES) return CLOCK_NAMES[timeZone as Zone];
  const parts = formatOf("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The time of day on the clock of a time zone, to the second. */
export const formatClockIn = (moment: number, language: string, timeZone: string) =>
  formatOf(language, { ...CLOCK, timeZone }).format(moment);

/** The day of a moment on the clock of a time zone. */
export const formatDayIn = (moment: number, language: string, timeZone: string) =>
  formatOf(language, { ...DAY, timeZone }).format(moment);

/** A calendar day, independent of any time zone: `2026-12-18`. */
export const formatDate = (date: string, language: string) =>
  formatDayIn(Date.parse(date), language, "UTC");

/** `formatDate` in fewer characters, because the longer Chinese form would wrap: `2026/12/18`. */
export const formatShortDate = (date: string, language: string) =>
  language === "en" ? formatDate(date, language) : date.replaceAll("-", "/");

/** The day of a moment in a time zone as `2026-12-18`, which is the Swedish format. */
export const dateIn = (moment: number, timeZone: string) =>
  formatOf("sv", { year: "numeric", month: "2-digit", day: "2-digit", timeZone }).format(moment);

/** Some parts of a moment on the clock of a time zone. */
export const formatInZone = (
  moment: number,
  language: string,
  timeZone: string,
  parts: Intl.DateTimeFormatOptions,
) => unbracketed(formatOf(language, { ...parts, timeZone }).format(moment));

/** Some parts of a moment on the clock of an instrument's exchange. */
export const formatOnExchange = (
  moment: number,
  language: string,
  of: Traded,
  parts: Intl.DateTimeFormatOptions,
) => formatInZone(moment, language, exchangeZone(of), parts);

/** The day of a moment on the clock of an instrument's exchange. */
const formatExchangeDay = (moment: number, language: string, of: Traded) =>
  formatOnExchange(moment, language, of, DAY);

/** `formatOnExchange` with the name of the exchange's clock. */
const withZone = (
  moment: number,
  language: string,
  of: Traded,
  parts: Intl.DateTimeFormatOptions,
) => `${formatOnExchange(moment, language, of, parts)} ${exchangeName(of)}`;

const MILLISECONDS = { fractionalSecondDigits: 3 } as const;
const MINUTE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** A moment to the millisecond on the clock of an instrument's exchange; UTC for an unknown market. */
export const formatExchangeTime = (moment: number, language: string, of: Traded) =>
  withZone(moment, language, of, { ...DAY, ...CLOCK, ...MILLISECONDS });

/** `formatExchangeTime` without the day. */
export const formatExchangeClock = (moment: number, language: string, of: Traded) =>
  withZone(moment, language, of, { ...CLOCK, ...MILLISECONDS });

/** A moment of trading to the second. Orders, fills and sales all use the exchange's clock, and name it. */
export const formatTradeTime = (moment: number, language: string, of: Traded) =>
  withZone(moment, language, of, { ...DAY, ...CLOCK });

/** `formatTradeTime` to the minute, for an end on a full minute. */
export const formatTradeMinute = (moment: number, language: string, of: Traded) =>
  withZone(moment, language, of, { ...DAY, ...MINUTE });

/** A recent moment of trading: its time today, with its date on another day at the exchange. */
export function formatTradeMoment(moment: number, language: string, of: Traded): string {
  const day = (at: number) => formatExchangeDay(at, language, of);
  return day(moment) === day(serverNow())
    ? withZone(moment, language, of, CLOCK)
    : formatTradeTime(moment, language, of);
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const HALF_DAY_MINUTES = 720;

/** The offset of a time zone from UTC at a moment, in milliseconds. No exchange's zone is twelve hours off. */
export function zoneOffset(moment: number, timeZone: string): number {
  const there = minutesOf(formatInZone(moment, "en", timeZone, MINUTE));
  const ahead = there - minutesOf(formatInZone(moment, "en", "UTC", MINUTE));
  return (((ahead + 3 * HALF_DAY_MINUTES) % (2 * HALF_DAY_MINUTES)) - HALF_DAY_MINUTES) * 60_000;
}

/** The moment at which the clock of an instrument's exchange shows a date and time: `2026-11-27`, `09:30`. */
export function momentOnExchange(date: string, clock: string, of: Traded): number {
  const asUtc = Date.parse(`${date}T${clock}Z`);
  return asUtc - zoneOffset(asUtc, exchangeZone(of));
}
