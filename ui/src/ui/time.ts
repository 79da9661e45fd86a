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

/** A moment on the customer's own clock. `timestamp` is Unix milliseconds. */
export const formatTime = (timestamp: string, language: string) =>
  formatOf(language, { ...DAY, ...CLOCK }).format(Number(timestamp));

/** The day of a moment in the customer's own time zone. */
export const formatDay = (timestamp: string, language: string) =>
  formatOf(language, DAY).format(Number(timestamp));

/** The time of day of a moment on the customer's own clock. */
export const formatClock = (timestamp: string, language: string) =>
  formatOf(language, CLOCK).format(Number(timestamp));

/** The customer's time zone, for example `Asia/Hong_Kong`. */
export const ownTimeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A moment to the millisecond on an exchange's clock, with the zone's name behind it. */
export const formatExchangeTime = (timestamp: string, language: string, timeZone: string) =>
  formatOf(language, {
    ...DAY,
    ...CLOCK,
    fractionalSecondDigits: 3,
    timeZone,
    timeZoneName: "short",
  }).format(Number(timestamp));

const ZONES: Record<string, string> = { UsStock: "America/New_York", HK: "Asia/Hong_Kong" };

/** The clock by which a market trades. Markets without an exchange of their own go by UTC. */
export const exchangeZone = (market: string) => ZONES[market] ?? "UTC";
