import { useTranslation } from "react-i18next";
import type { Rule } from "@/api/rules";
import { useRuleTexts } from "@/products/ruleTexts";
import { formatDate } from "@/ui/time";

interface RuleCardProps {
  rule: Rule;
  currency: string;
}

/** From when to when a rule is in force, as far as that is known. */
function Span({ since, until }: Pick<Rule, "since" | "until">) {
  const { t, i18n } = useTranslation("rules");
  if (!since) return t("notYet");
  const from = formatDate(since, i18n.language);
  return until ? t("fromTo", { from, to: formatDate(until, i18n.language) }) : t("since", { from });
}

/** One rule: what it says, since when, who says so, and what is known to come. */
export function RuleCard({ rule, currency }: RuleCardProps) {
  const { t, i18n } = useTranslation("rules");
  const { nameOf, linesOf, textOf } = useRuleTexts();
  const { terms, next, source } = rule;
  return (
    <article className="border-b border-line py-3 last:border-0">
      <div className="flex items-baseline justify-between gap-3">
        <h3 className="text-note font-semibold">{nameOf(rule)}</h3>
        <p className="num shrink-0 text-right text-caption text-ink-2">
          <Span {...rule} />
        </p>
      </div>
      <ul className="num mt-1 space-y-0.5 text-note">
        {linesOf(rule.rule, terms, currency).map(({ key, range, text }) => (
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
                date: formatDate(next.since, i18n.language),
                rule: textOf(rule.rule, next.terms, currency),
              })
            : t("ends", { date: formatDate(next.since, i18n.language) })}
        </p>
      ) : null}
      {source ? (
        <details className="text-caption text-ink-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center underline underline-offset-2">
            {t("source")}
          </summary>
          <p className="pb-1 break-words">{source}</p>
        </details>
      ) : null}
    </article>
  );
}
