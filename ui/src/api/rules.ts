import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import type { Listing } from "./market";
import { moment, type Wire } from "./wire";

/** One figure or word of a rule. */
export interface RuleTerm {
  name: string;
  /** The highest price that the term applies to; null if there is no upper limit. */
  upTo: string | null;
  value: string;
}

/** The terms of a rule from a day on. A rule without terms has ended. */
export interface RuleVersion {
  since: string;
  terms: RuleTerm[];
  source: string;
}

/** A rule on a day. Days are those of its market: `2026-11-20`. */
export interface Rule {
  rule: string;
  /** The variant, if an instrument has the rule more than once: a currency, or a fee. */
  about: string;
  /** Empty before the rule begins. */
  terms: RuleTerm[];
  since: string | null;
  until: string | null;
  source: string | null;
  next: RuleVersion | null;
}

/** The rules of an instrument on a day. */
export interface InstrumentRules extends Listing {
  /** The currency of its prices. */
  currency: string;
  day: string;
  today: string;
  rules: Rule[];
}

/** A rule that differs between today and the day of the order. */
export interface RuleChange {
  rule: string;
  about: string;
  before: RuleTerm[];
  after: RuleTerm[];
  since: string | null;
}

/** The rules under which an order was accepted. */
export interface OrderRules extends InstrumentRules {
  acceptedAt: number;
  changes: RuleChange[];
}

/** The app's names for rules and terms that are called like fields of the wire. */
const OWN_NAMES: Record<string, string> = {
  priceBand: "limitRange",
  marketCollar: "marketRange",
  maintenancePercent: "maintenance",
};
const decodeName = (rule: string) => OWN_NAMES[rule] ?? rule;

const decodeTerm = ({ name, priceUpTo, value }: Wire["RuleTerm"]): RuleTerm => ({
  name: decodeName(name),
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

/** All dated rules of an instrument on a day, today by default. */
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

/** The rules under which a customer's order was accepted, and the changes since. */
export const orderRules = (id: string) =>
  queryOptions({
    queryKey: [...families.orders, "rules", id],
    queryFn: ({ signal }) =>
      reply(api.POST("/orders/rules", { body: { id }, signal })).then(decodeOrderRules),
  });
