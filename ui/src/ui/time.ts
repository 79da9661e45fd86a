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

/** A moment of the last day or so: its time today, and its date with it if that was another day. */
export function formatMoment(moment: number, language: string): string {
  const isToday = formatDay(moment, language) === formatDay(Date.now(), language);
  return isToday ? formatClock(moment, language) : formatTime(moment, language);
}

/** The customer's time zone, for example `Asia/Hong_Kong`. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

interface Exchange {
  timeZone: string;
  /** How traders call that clock, summer and winter alike. */
  name: string;
}

/** By market. The API's document has neither the list of markets nor their zones. */
const EXCHANGES: Record<string, Exchange> = {
  UsStock: { timeZone: "America/New_York", name: "ET" },
  HK: { timeZone: "Asia/Hong_Kong", name: "HKT" },
};

/** The time zone by which a market trades. Markets without an exchange of their own go by UTC. */
export const exchangeZone = (market: string) => EXCHANGES[market]?.timeZone ?? "UTC";

/** How traders call the clock by which a market trades. */
export const exchangeName = (market: string) => EXCHANGES[market]?.name ?? "UTC";

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
export const formatExchangeDay = (moment: number, language: string, market: string) =>
  formatOnExchange(moment, language, market, DAY);

const toTheMillisecond = (
  moment: number,
  language: string,
  market: string,
  parts: Intl.DateTimeFormatOptions,
) => {
  const text = formatOnExchange(moment, language, market, { ...parts, fractionalSecondDigits: 3 });
  return `${text} ${exchangeName(market)}`;
};

/** A moment to the millisecond on the clock of a market's exchange; UTC where it has none. */
export const formatExchangeTime = (moment: number, language: string, market: string) =>
  toTheMillisecond(moment, language, market, { ...DAY, ...CLOCK });

/** The same, without the day. */
export const formatExchangeClock = (moment: number, language: string, market: string) =>
  toTheMillisecond(moment, language, market, CLOCK);
