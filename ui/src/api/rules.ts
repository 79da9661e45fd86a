import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import type { Listing } from "./market";
import { moment, type Wire } from "./wire";

/** One figure or word of a rule. */
export interface RuleTerm {
  name: string;
  /** The greatest price that it is for; null where it is for all, or for all above. */
  upTo: string | null;
  value: string;
}

/** What a rule says from a day on. Without terms it has ended. */
export interface RuleVersion {
  since: string;
  terms: RuleTerm[];
  source: string;
}

/** A rule on a day. Days are those of its market: `2026-11-20`. */
export interface Rule {
  rule: string;
  /** What it is about, where an instrument has the rule more than once: a currency, or a fee. */
  about: string;
  /** Empty while it is still to come. */
  terms: RuleTerm[];
  since: string | null;
  until: string | null;
  source: string | null;
  next: RuleVersion | null;
}

/** The rules of an instrument on a day. */
export interface InstrumentRules extends Listing {
  /** What its prices are in. */
  currency: string;
  day: string;
  today: string;
  rules: Rule[];
}

/** A rule that says something else today than on the day of the order. */
export interface RuleChange {
  rule: string;
  about: string;
  before: RuleTerm[];
  after: RuleTerm[];
  since: string | null;
}

/** The rules that an order was accepted under. */
export interface OrderRules extends InstrumentRules {
  acceptedAt: number;
  changes: RuleChange[];
}

/** What the app calls rules that have names of fields on the wire. */
const OWN_NAMES: Record<string, string> = { priceBand: "limitRange", marketCollar: "marketRange" };
const decodeName = (rule: string) => OWN_NAMES[rule] ?? rule;

const decodeTerm = ({ name, priceUpTo, value }: Wire["RuleTerm"]): RuleTerm => ({
  name,
  upTo: priceUpTo ?? null,
  value,
});

const decodeRule = (wire: Wire["RuleRow"]): Rule => ({
  rule: decodeName(wire.rule),
  about: wire.about,
  terms: wire.terms.map(decodeTerm),
  since: wire.since ?? null,
  until: wire.until ?? null,
  source: wire.source ?? null,
  next: wire.next ? { ...wire.next, terms: wire.next.terms.map(decodeTerm) } : null,
});

const decodeRules = (wire: Wire["RulesReply"]): InstrumentRules => ({
  symbol: wire.stock_code,
  market: wire.market,
  currency: wire.currency,
  day: wire.date,
  today: wire.today,
  rules: wire.rules.map(decodeRule),
});

const decodeOrderRules = (wire: Wire["OrderRulesReply"]): OrderRules => ({
  ...decodeRules(wire),
  acceptedAt: moment(wire.acceptedTimestamp),
  changes: wire.changes.map(({ rule, about, before, after, since }) => ({
    rule: decodeName(rule),
    about,
    before: before.map(decodeTerm),
    after: after.map(decodeTerm),
    since: since ?? null,
  })),
});

/** Every dated rule of an instrument on a day, the present one where none is said. */
export const instrumentRules = ({ symbol, market }: Listing, day?: string) =>
  queryOptions({
    queryKey: [...families.market, "rules", market, symbol, day],
    queryFn: ({ signal }) =>
      reply(
        api.GET("/market/rules", {
          params: { query: { stockCode: symbol, market, ...(day ? { at: day } : {}) } },
          signal,
        }),
      ).then(decodeRules),
  });

/** The rules that one of the customer's orders was accepted under, and what has changed since. */
export const orderRules = (id: string) =>
  queryOptions({
    queryKey: [...families.orders, "rules", id],
    queryFn: ({ signal }) =>
      reply(api.POST("/orders/rules", { body: { id }, signal })).then(decodeOrderRules),
  });
