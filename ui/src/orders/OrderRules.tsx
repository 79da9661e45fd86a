import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type OrderRules as Accepted, orderRules, type RuleChange } from "@/api/rules";
import { useRuleTexts } from "@/products/ruleTexts";
import { to } from "@/screens";
import { Card, ListRow, QueryView, SectionTitle, Skeleton } from "@/ui";
import { formatDate } from "@/ui/time";

/** The change of a rule since the order, in plain words. */
function Change({ change, currency }: { change: RuleChange; currency: string }) {
  const { t, i18n } = useTranslation("rules");
  const { nameOf, textOf } = useRuleTexts();
  const { rule, before, after, since } = change;
  return (
    <li className="border-b border-line py-2.5 text-note last:border-0">
      <span className="block font-medium">{nameOf(change)}</span>
      <span className="block text-small text-ink-2">
        {before.length > 0
          ? t("change.before", { rule: textOf(rule, before, currency) })
          : t("change.none")}
      </span>
      <span className="block text-small">
        {after.length > 0 && since
          ? t("change.after", {
              date: formatDate(since, i18n.language),
              rule: textOf(rule, after, currency),
            })
          : t("change.ended")}
      </span>
    </li>
  );
}

function Told({ rules }: { rules: Accepted }) {
  const { t, i18n } = useTranslation("rules");
  const { symbol, market, day, changes, currency } = rules;
  const date = formatDate(day, i18n.language);
  return (
    <Card className="py-1">
      <p className="py-2 text-note">
        {t(changes.length > 0 ? "change.some" : "change.nothing", { date, count: changes.length })}
      </p>
      {changes.length > 0 ? (
        <ul>
          {changes.map((change) => (
            <Change key={`${change.rule} ${change.about}`} change={change} currency={currency} />
          ))}
        </ul>
      ) : null}
      <ListRow
        title={t("change.all", { date })}
        href={to("rules", { code: symbol, market, at: day })}
      />
    </Card>
  );
}

/** The rules under which an order was accepted, and the changes since. */
export function OrderRules({ id }: { id: string }) {
  const { t } = useTranslation("rules");
  const query = useQuery(orderRules(id));
  return (
    <section className="print:hidden">
      <SectionTitle>{t("applied")}</SectionTitle>
      <QueryView query={query} skeleton={<Skeleton className="h-28 rounded-card" />}>
        {(rules) => <Told rules={rules} />}
      </QueryView>
    </section>
  );
}
