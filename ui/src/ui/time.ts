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

/** A moment of the last day or so: its time today, and its date with it if that was another day. */
export const formatMoment = (moment: number, language: string) =>
  isToday(moment, language) ? formatClock(moment, language) : formatTime(moment, language);

/** The same with the name of the customer's zone, where times of an exchange stand beside it. */
export const formatZonedMoment = (moment: number, language: string) =>
  formatOf(language, {
    ...(isToday(moment, language) ? {} : DAY),
    ...CLOCK,
    timeZoneName: "short",
  }).format(moment);

/** What the customer's clock is called at a moment, for example `GMT+8`. */
export const zoneName = (moment: number, language: string) =>
  formatOf(language, { timeZoneName: "short" })
    .formatToParts(moment)
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** The customer's time zone, for example `Asia/Hong_Kong`. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Exchange {
  timeZone: string;
  /** How traders call that clock, summer and winter alike. */
  name: string;
}

/** By market, for moments of what comes without an instrument, whose own `timeZone` says the same. */
const EXCHANGES: Record<string, Exchange> = {
  UsStock: { timeZone: "America/New_York", name: "ET" },
  HK: { timeZone: "Asia/Hong_Kong", name: "HKT" },
  Forex: { timeZone: "America/New_York", name: "ET" },
  Future: { timeZone: "America/Chicago", name: "CT" },
};

/** The time zone by which a market trades. Markets without an exchange of their own go by UTC. */
const exchangeZone = (market: string) => EXCHANGES[market]?.timeZone ?? "UTC";

/** How traders call the clock by which a market trades. */
export const exchangeName = (market: string) => EXCHANGES[market]?.name ?? "UTC";

/** How traders call the clock of a time zone; where they have no word for it, how far it is ahead of UTC. */
export function clockName(timeZone: string, moment: number): string {
  const known = Object.values(EXCHANGES).find((exchange) => exchange.timeZone === timeZone);
  if (known || timeZone === "UTC") return known?.name ?? "UTC";
  const parts = formatOf("en", { timeZone, timeZoneName: "shortOffset" }).formatToParts(moment);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** The time of day on the clock of a time zone, to the second. */
export const formatClockIn = (moment: number, language: string, timeZone: string) =>
  formatOf(language, { ...CLOCK, timeZone }).format(moment);

/** The day of a moment on the clock of a time zone. */
export const formatDayIn = (moment: number, language: string, timeZone: string) =>
  formatOf(language, { ...DAY, timeZone }).format(moment);

/** A day that is the same wherever it is read: `2026-12-18`. */
export const formatDate = (date: string, language: string) =>
  formatDayIn(Date.parse(date), language, "UTC");

/** The same in few characters, where Chinese would break it: `2026/12/18`. */
export const formatShortDate = (date: string, language: string) =>
  language === "en" ? formatDate(date, language) : date.replaceAll("-", "/");

/** The day of a moment on the clock of a time zone as calendars write it, `2026-12-18`: Swedish writes days so. */
export const dateIn = (moment: number, timeZone: string) =>
  formatOf("sv", { year: "numeric", month: "2-digit", day: "2-digit", timeZone }).format(moment);

/** Some parts of a moment on the clock of a time zone. */
export const formatInZone = (
  moment: number,
  language: string,
  timeZone: string,
  parts: Intl.DateTimeFormatOptions,
) => formatOf(language, { ...parts, timeZone }).format(moment);

/** Some parts of a moment on the clock of a market's exchange. */
export const formatOnExchange = (
  moment: number,
  language: string,
  market: string,
  parts: Intl.DateTimeFormatOptions,
) => formatInZone(moment, language, exchangeZone(market), parts);

/** The day of a moment on the clock of a market's exchange. */
const formatExchangeDay = (moment: number, language: string, market: string) =>
  formatOnExchange(moment, language, market, DAY);

/** The same parts, with the name of that clock. */
const withZone = (
  moment: number,
  language: string,
  market: string,
  parts: Intl.DateTimeFormatOptions,
) => `${formatOnExchange(moment, language, market, parts)} ${exchangeName(market)}`;

const MILLISECONDS = { fractionalSecondDigits: 3 } as const;
const MINUTE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** A moment to the millisecond on the clock of a market's exchange; UTC where it has none. */
export const formatExchangeTime = (moment: number, language: string, market: string) =>
  withZone(moment, language, market, { ...DAY, ...CLOCK, ...MILLISECONDS });

/** The same, without the day. */
export const formatExchangeClock = (moment: number, language: string, market: string) =>
  withZone(moment, language, market, { ...CLOCK, ...MILLISECONDS });

/** A moment of trading to the second. Orders, fills and sales have this one clock, the exchange's, and say which it is. */
export const formatTradeTime = (moment: number, language: string, market: string) =>
  withZone(moment, language, market, { ...DAY, ...CLOCK });

/** The same to the minute, for an end that is on one. */
export const formatTradeMinute = (moment: number, language: string, market: string) =>
  withZone(moment, language, market, { ...DAY, ...MINUTE });

/** A moment of trading of the last day or so: its time today, and its date with it if that was another day there. */
export function formatTradeMoment(moment: number, language: string, market: string): string {
  const day = (at: number) => formatExchangeDay(at, language, market);
  return day(moment) === day(Date.now())
    ? withZone(moment, language, market, CLOCK)
    : formatTradeTime(moment, language, market);
}

const minutesOf = (clock: string) => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
const HALF_DAY_MINUTES = 720;

/** How far the clock of a time zone is ahead of UTC at a moment, in milliseconds. No zone of an exchange is twelve hours off. */
export function zoneOffset(moment: number, timeZone: string): number {
  const there = minutesOf(formatInZone(moment, "en", timeZone, MINUTE));
  const ahead = there - minutesOf(formatInZone(moment, "en", "UTC", MINUTE));
  return (((ahead + 3 * HALF_DAY_MINUTES) % (2 * HALF_DAY_MINUTES)) - HALF_DAY_MINUTES) * 60_000;
}

/** The moment when the clock of a market's exchange says so: `2026-11-27`, `09:30`. */
export function momentOnExchange(date: string, clock: string, market: string): number {
  const asUtc = Date.parse(`${date}T${clock}Z`);
  return asUtc - zoneOffset(asUtc, exchangeZone(market));
}
