import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ENOUGH, type StepTimes, type WithdrawalTimes } from "@/api/withdrawalTimes";
import { Card, Notice, Page, QueryView, SectionTitle, SkeletonRows, TopBar } from "@/ui";
import { Column } from "@/ui/Column";
import { formatDuration } from "./duration";
import { withdrawalTimes } from "./queries";

/** A step of withdrawals: its name, the two times, and their number; a note if there are too few. */
function Step({ step, count, median, slowest }: StepTimes) {
  const { t, i18n } = useTranslation("payouts");
  const name = <h3 className="text-note font-semibold">{t(`times.step.${step}`)}</h3>;
  if (count === null || median === null || slowest === null) {
    return (
      <li className="flex items-baseline justify-between gap-3 border-line border-t py-3 first:border-t-0">
        {name}
        <p className="num shrink-0 text-small text-ink-2">{t("times.few", { enough: ENOUGH })}</p>
      </li>
    );
  }
  const facts = [
    [t("times.half"), formatDuration(median, i18n.language)],
    [t("times.slowest"), formatDuration(slowest, i18n.language)],
    [t("times.count"), count.toLocaleString(i18n.language)],
  ];
  return (
    <li className="border-line border-t py-3 first:border-t-0">
      {name}
      <dl className="num mt-1.5 grid grid-cols-3 gap-3">
        {facts.map(([fact, value]) => (
          <div key={fact} className="flex min-w-0 flex-col">
            <dt className="text-caption text-ink-2">{fact}</dt>
            <dd className="text-note font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

function Times({ days, isPaper, hasAutopilot, kinds }: WithdrawalTimes) {
  const { t } = useTranslation("payouts");
  return (
    <div>
      {isPaper ? <Notice>{t(hasAutopilot ? "times.autopilot" : "times.paper")}</Notice> : null}
      <p className="mt-3 px-1 text-note text-ink-2">{t("times.text", { days, enough: ENOUGH })}</p>
      {kinds.map(({ kind, steps }) => (
        <section key={kind}>
          <SectionTitle>{t(`times.method.${kind}`)}</SectionTitle>
          {steps.every(({ count }) => count === null) ? (
            <Card className="text-note text-ink-2">
              {t("times.none", { days, enough: ENOUGH })}
            </Card>
          ) : (
            <Card className="py-1">
              <ol>
                {steps.map((step) => (
                  <Step key={step.step} {...step} />
                ))}
              </ol>
            </Card>
          )}
        </section>
      ))}
    </div>
  );
}

/** The recent durations of withdrawals, public for everybody. */
export default function WithdrawalTimesPage() {
  const query = useQuery(withdrawalTimes);
  return (
    <Page top={<TopBar />} onRefresh={() => query.refetch()}>
      <QueryView query={query} skeleton={<SkeletonRows rows={6} />}>
        {(times) => (
          <Column>
            <Times {...times} />
          </Column>
        )}
      </QueryView>
    </Page>
  );
}
