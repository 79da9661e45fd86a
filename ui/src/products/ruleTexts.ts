import type { ParseKeys } from "i18next";
import { useTranslation } from "react-i18next";
import type { RuleTerm } from "@/api/rules";
import { add, formatDecimal, isDecimal } from "@/ui";

type Key = ParseKeys<"rules">;

/** The purposes of rules, in the order of display. */
export const ruleGroups = ["order", "holding", "fees", "breakers"] as const;
type RuleGroup = (typeof ruleGroups)[number];

/** The purpose and the name of each rule. A fee has its own name. */
const RULES: Record<string, [RuleGroup, Key]> = {
  product: ["order", "name.product"],
  lot: ["order", "name.lot"],
  greatestOrder: ["order", "name.greatestOrder"],
  tickSize: ["order", "name.tickSize"],
  limitRange: ["order", "name.limitRange"],
  marketRange: ["order", "name.marketRange"],
  minimumValue: ["order", "name.minimumValue"],
  settlement: ["holding", "name.settlement"],
  margin: ["holding", "name.margin"],
  financingMarkup: ["holding", "name.financingMarkup"],
  policyRate: ["holding", "name.policyRate"],
  contract: ["holding", "name.contract"],
  futuresMargin: ["holding", "name.margin"],
  marketWideHalt: ["breakers", "name.marketWideHalt"],
  limitUpLimitDown: ["breakers", "name.limitUpLimitDown"],
  volatilityControl: ["breakers", "name.volatilityControl"],
};

/** The purpose of a rule. A rule newer than this app is grouped with those of orders. */
export const groupOfRule = (rule: string): RuleGroup =>
  rule === "fee" ? "fees" : (RULES[rule]?.[0] ?? "order");

/** The sentence of each term of a rule, with its value. */
const TERMS: Record<string, Key> = {
  "product.spot": "term.spot",
  "product.margin": "term.onMargin",
  "product.future": "term.future",
  "product.currency": "term.currency",
  "lot.quantity": "term.lot",
  "greatestOrder.lots": "term.greatestLots",
  "greatestOrder.sell_rest": "term.oddLots",
  "tickSize.step": "term.step",
  "limitRange.percent": "term.limitRange",
  "marketRange.percent": "term.marketRange",
  "minimumValue.amount": "term.minimumValue",
  "settlement.days": "term.settlement",
  "margin.leverage": "term.leverage",
  "margin.closeOutPercent": "term.closeOut",
  "financingMarkup.percentYear": "term.markup",
  "policyRate.percentYear": "term.percentYear",
  "policyRate.bank": "term.plain",
  "contract.step": "term.tick",
  "contract.multiplier": "term.multiplier",
  "contract.cash": "term.cash",
  "contract.delivery": "term.delivery",
  "futuresMargin.maintenance": "term.maintenance",
  "futuresMargin.initialRatio": "term.initial",
  "futuresMargin.closeOutPercent": "term.closeOut",
  "futuresMargin.index_opening": "term.endsAtOpening",
  "futuresMargin.index_mean": "term.endsAtMean",
  "futuresMargin.last": "term.endsAtLast",
  "marketWideHalt.reference": "term.reference",
  "marketWideHalt.level1": "term.level1",
  "marketWideHalt.level2": "term.level2",
  "marketWideHalt.level3": "term.level3",
  "marketWideHalt.haltMinutes": "term.haltMinutes",
  "limitUpLimitDown.tier1": "term.tier1",
  "limitUpLimitDown.tier2": "term.tier2",
  "limitUpLimitDown.lowestAtMost": "term.lowestAtMost",
  "limitUpLimitDown.tier1Stocks": "term.tier1Stocks",
  "limitUpLimitDown.referenceMinutes": "term.luldReference",
  "limitUpLimitDown.referenceHoldsSeconds": "term.referenceHolds",
  "limitUpLimitDown.referenceMovesPercent": "term.referenceMoves",
  "limitUpLimitDown.limitStateSeconds": "term.limitState",
  "limitUpLimitDown.pauseMinutes": "term.pause",
  "limitUpLimitDown.lastMinutes": "term.lastMinutes",
  "limitUpLimitDown.tier1LateMinutes": "term.tier1Late",
  "limitUpLimitDown.tier2LateMinutes": "term.tier2Late",
  "volatilityControl.constituents": "term.constituents",
  "volatilityControl.largeCap": "term.largeCap",
  "volatilityControl.midCap": "term.midCap",
  "volatilityControl.smallCap": "term.smallCap",
  "volatilityControl.coolingMinutes": "term.coolingMinutes",
  "volatilityControl.largeStocks": "term.largeStocks",
  "volatilityControl.midStocks": "term.midStocks",
  "volatilityControl.referenceMinutes": "term.ago",
  "volatilityControl.openingMinutes": "term.opening",
  "volatilityControl.closingMinutes": "term.closing",
  "fee.fee": "term.plain",
};

/** The price-dependent terms that are shown in a table: their column's title, and the unit of their figures. */
const COLUMNS: Record<string, { title: Key; unit: "percent" | "currency" }> = {
  "tickSize.step": { title: "column.step", unit: "currency" },
  "contract.step": { title: "column.step", unit: "currency" },
  "limitUpLimitDown.tier1": { title: "column.tier1", unit: "percent" },
  "limitUpLimitDown.tier2": { title: "column.tier2", unit: "percent" },
};

/** The smallest step between two prices on the server. */
const SMALLEST = "0.00000001";

/** The paying account is obvious to readers of the other rules. */
const UNTOLD = ["wallet"];

/** One statement of a rule. */
export interface RuleLine {
  key: string;
  /** The prices that it applies to, if it depends on them. */
  range: string;
  text: string;
}

/** Price-dependent terms, side by side: their figures for each range of prices. */
export interface RuleTable {
  titles: string[];
  rows: { range: string; figures: string[] }[];
  /** The subject of the columns, if their titles do not name it. */
  note: string | null;
}

/** The texts of rules in plain language. A rule or a term newer than this app is shown by its wire name. */
export function useRuleTexts() {
  const { t, i18n } = useTranslation(["rules", "orders"]);
  const nameOf = ({ rule, about }: { rule: string; about: string }) => {
    if (rule === "fee") {
      // A fee newer than this app is shown by its name.
      const key = `orders:fee.${about}` as "orders:fee.sec";
      const isKnown: boolean = i18n.exists(key);
      return isKnown ? t(key) : about;
    }
    const key = RULES[rule]?.[1];
    const name = key ? t(`rules:${key}`) : rule;
    return about ? `${name} · ${about}` : name;
  };
  /** A bound just below a round price is shown as that price: up to 0.99999999 is below 1. */
  const boundOf = (side: "upTo" | "above", price: string) =>
    price.endsWith("99999999") || /\.\d+9{6}$/.test(price)
      ? t(side === "upTo" ? "rules:range.below" : "rules:range.from", {
          price: formatDecimal(add(price, SMALLEST)),
        })
      : t(`rules:range.${side}`, { price: formatDecimal(price) });
  const columnOf = (rule: string, { name }: RuleTerm, terms: readonly RuleTerm[]) =>
    terms.some((term) => term.name === name && term.upTo) ? COLUMNS[`${rule}.${name}`] : undefined;
  /** The price-dependent part of a rule; null without one. */
  const tableOf = (
    rule: string,
    terms: readonly RuleTerm[],
    currency: string,
  ): RuleTable | null => {
    const tabled = terms.filter((term) => columnOf(rule, term, terms));
    const names = [...new Set(tabled.map(({ name }) => name))];
    const first = tabled.filter(({ name }) => name === names[0]);
    if (first.length === 0) return null;
    const figure = (value: string, unit: "percent" | "currency") =>
      unit === "percent" ? `${formatDecimal(value)}%` : `${formatDecimal(value)} ${currency}`;
    const cell = (name: string, upTo: string | null) => {
      const term = tabled.find((one) => one.name === name && one.upTo === upTo);
      const unit = COLUMNS[`${rule}.${name}`]?.unit ?? "percent";
      return term ? figure(term.value, unit) : "";
    };
    return {
      titles: names.map((name) => t(`rules:${COLUMNS[`${rule}.${name}`]?.title ?? "column.step"}`)),
      rows: first.map(({ upTo }, index) => ({
        range: upTo ? boundOf("upTo", upTo) : boundOf("above", first[index - 1]?.upTo ?? "0"),
        figures: names.map((name) => cell(name, upTo)),
      })),
      note: rule === "limitUpLimitDown" ? t("rules:column.tiers") : null,
    };
  };
  const linesOf = (rule: string, terms: readonly RuleTerm[], currency: string): RuleLine[] =>
    terms.flatMap(({ name, upTo, value }, index) => {
      if (UNTOLD.includes(name)) return [];
      // Words have their own sentences; figures share one.
      const key = TERMS[`${rule}.${value}`] ?? TERMS[`${rule}.${name}`];
      const shown = isDecimal(value) ? formatDecimal(value) : value;
      const below = terms[index - 1];
      const above = below?.name === name ? below.upTo : null;
      const range = upTo ? boundOf("upTo", upTo) : above ? boundOf("above", above) : "";
      return {
        key: `${name} ${upTo ?? ""}`,
        range,
        text: key ? t(`rules:${key}`, { value: shown, currency }) : `${name}: ${shown}`,
      };
    });
  /** All terms of a rule as one sentence. */
  const textOf = (rule: string, terms: readonly RuleTerm[], currency: string) =>
    linesOf(rule, terms, currency)
      .map(({ range, text }) => (range ? `${range}: ${text}` : text))
      .join("; ");
  /** The terms of a rule besides its table. */
  const restOf = (rule: string, terms: readonly RuleTerm[], currency: string) =>
    linesOf(
      rule,
      terms.filter((term) => !columnOf(rule, term, terms)),
      currency,
    );
  return { nameOf, tableOf, restOf, textOf };
}
