import { Info } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Rule } from "@/api/rules";
import { type RuleTable, useRuleTexts } from "@/products/ruleTexts";
import { formatShortDate } from "@/ui/time";

interface RuleCardProps {
  rule: Rule;
  currency: string;
}

/** The period in which a rule is in force, as far as known. */
function Span({ since, until }: Pick<Rule, "since" | "until">) {
  const { t, i18n } = useTranslation("rules");
  if (!since) return t("notYet");
  const from = formatShortDate(since, i18n.language);
  return until
    ? t("fromTo", { from, to: formatShortDate(until, i18n.language) })
    : t("since", { from });
}

/** The terms of the rule for each range of prices. */
function Ranges({ table, currency, label }: { table: RuleTable; currency: string; label: string }) {
  const { t } = useTranslation("rules");
  const cell = "py-1 text-right first:text-left";
  return (
    <>
      <table aria-label={label} className="num mt-1 w-full text-note">
        <thead className="text-caption text-ink-2">
          <tr>
            {[t("column.price", { currency }), ...table.titles].map((title) => (
              <th key={title} scope="col" className={`${cell} font-medium`}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map(({ range, figures }) => (
            <tr key={range}>
              <th scope="row" className={`${cell} font-normal text-ink-2`}>
                {range}
              </th>
              {figures.map((figure, place) => (
                <td key={table.titles[place]} className={cell}>
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {table.note ? <p className="mt-1 text-caption text-ink-2">{table.note}</p> : null}
    </>
  );
}

/** One rule: its terms, its start, its source, and its next version. */
export function RuleCard({ rule, currency }: RuleCardProps) {
  const { t, i18n } = useTranslation("rules");
  const { nameOf, tableOf, restOf, textOf } = useRuleTexts();
  const [isSourced, setSourced] = useState(false);
  const sourceId = useId();
  const { terms, next, source } = rule;
  const table = tableOf(rule.rule, terms, currency);
  return (
    <article className="border-b border-line py-3 last:border-0">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-note font-semibold">{nameOf(rule)}</h3>
        <div className="num flex shrink-0 items-center text-right text-caption text-ink-2">
          <Span {...rule} />
          {source ? (
            <button
              type="button"
              aria-label={t("source")}
              aria-expanded={isSourced}
              aria-controls={sourceId}
              title={t("source")}
              onClick={() => setSourced(!isSourced)}
              className="-my-3 -mr-3 grid size-11 place-items-center"
            >
              <Info size={16} strokeWidth={1.75} aria-hidden />
            </button>
          ) : null}
        </div>
      </div>
      {table ? <Ranges table={table} currency={currency} label={nameOf(rule)} /> : null}
      <ul className="num mt-1 space-y-0.5 text-note">
        {restOf(rule.rule, terms, currency).map(({ key, range, text }) => (
          <li key={key} className="flex flex-wrap justify-between gap-x-4">
            {range ? <span className="text-ink-2">{range}</span> : null}
            <span className={range ? "text-right" : undefined}>{text}</span>
          </li>
        ))}
      </ul>
      {next ? (
        <p className="mt-2 rounded-control bg-info-soft px-3 py-2 text-small text-info">
          {next.terms.length > 0
            ? t("next", {
                date: formatShortDate(next.since, i18n.language),
                rule: textOf(rule.rule, next.terms, currency),
              })
            : t("ends", { date: formatShortDate(next.since, i18n.language) })}
        </p>
      ) : null}
      {source ? (
        <p id={sourceId} hidden={!isSourced} className="mt-2 text-caption break-words text-ink-2">
          {t("source")}: {source}
        </p>
      ) : null}
    </article>
  );
}
