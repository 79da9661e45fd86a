/**
 * The calls that the server's OpenAPI document does not have yet, kept by hand until it does.
 * Money, prices, quantities and percentages are decimal strings; …Timestamp is Unix milliseconds.
 */
interface Answer<T> {
  200: { content: { "application/json": { code: number; msg: string; data: T } } };
}
interface Get<Query, Data> {
  get: { parameters: { query?: Query }; responses: Answer<Data> };
}

export interface ServerFacts {
  version: string;
  mode: "paper" | "live";
  feed: string;
  mailDelivery: "smtp" | "outbox";
  outboxHint: string | null;
  openAroundTheClock: boolean;
  supportedLanguages: string[];
  minimumDeposit: string;
}

/** Time in Unix milliseconds, open, high, low, close, volume. */
export type Bar = (string | number)[];

export interface paths {
  "/appVersion/getPublishAppVersion": Get<Record<string, never>, ServerFacts>;
  "/m_ft/kline": Get<{ stockCode: string; type: string; market?: string }, Bar[]>;
}
