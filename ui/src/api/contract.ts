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

export interface paths {
  "/appVersion/getPublishAppVersion": Get<Record<string, never>, ServerFacts>;
}
