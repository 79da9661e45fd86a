import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type CorporateAction, corporateActions } from "@/api/corporateActions";
import type { InstrumentDetail } from "@/api/market";
import { to } from "@/screens";
import { Card, FactGrid, ListRow, QueryList, SectionTitle } from "@/ui";
import { daysUntil, formatDate, formatInZone, todayIn } from "@/ui/time";
import { useActionText } from "../actionText";

interface ActionProps {
  action: CorporateAction;
  /** Today's date at the exchange. */
  today: string;
}

/** The next action: the days left to its ex date, and the dates that follow. */
function Next({ action, today }: ActionProps) {
  const { t, i18n } = useTranslation("events");
  const { what, figure } = useActionText()(action);
  // Within a year of today, so the year is left out.
  const day = (date: string) =>
    formatInZone(Date.parse(date), i18n.language, "UTC", { day: "numeric", month: "short" });
  const left = daysUntil(action.exDay, today);
  const facts = [
    { label: what, value: figure },
    {
      label: t("exDay"),
      value: (
        <>
          {day(action.exDay)}
          <span className="block text-caption font-normal text-ink-2">
            {left === 0 ? t("today") : t("daysLeft", { count: left })}
          </span>
        </>
      ),
    },
    ...(action.kind === "dividend" ? [{ label: t("payDay"), value: day(action.payDay) }] : []),
  ];
  return (
    <div className="pt-3 pb-1">
      <FactGrid facts={facts} />
    </div>
  );
}

/** A past action, or one after the next. */
function Row({ action }: { action: CorporateAction }) {
  const { t, i18n } = useTranslation("events");
  const { what, figure } = useActionText()(action);
  const ex = t("exOn", { date: formatDate(action.exDay, i18n.language) });
  const paid = t("paidOn", { date: formatDate(action.payDay, i18n.language) });
  const subtitle = action.kind === "dividend" ? `${ex} · ${paid}` : ex;
  return <ListRow title={what} subtitle={subtitle} end={figure} />;
}

/** The dividends and splits of a stock: the next with the days left, then the others. */
export function ActionsCard({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("events");
  const query = useInfiniteQuery(corporateActions(instrument));
  const today = todayIn(instrument.timeZone);
  return (
    <>
      <SectionTitle>{t("title")}</SectionTitle>
      <Card className="py-1">
        <QueryList query={query} empty={<p className="py-3 text-note text-ink-2">{t("none")}</p>}>
          {(actions) => {
            const next = actions.filter(({ exDay }) => exDay >= today).at(-1);
            const others = actions.filter((action) => action !== next);
            return (
              <>
                {next ? <Next action={next} today={today} /> : null}
                {others.map((action) => (
                  <Row key={action.id} action={action} />
                ))}
                {actions.some(({ isSimulated }) => isSimulated) ? (
                  <p className="py-2 text-caption text-ink-2">{t("simulated")}</p>
                ) : null}
              </>
            );
          }}
        </QueryList>
        <ListRow title={t("all")} href={to("events")} />
      </Card>
    </>
  );
}
