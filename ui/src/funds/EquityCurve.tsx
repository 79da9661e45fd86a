import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card, Chips, ErrorState, formatMoney, Skeleton, useOwnHidden } from "@/ui";
import { useLiveOverview } from "./AssetsCard";
import { extremes, type Range, ranges, within } from "./equity";

const EquityChart = lazy(() => import("./EquityChart"));

/** What the account is worth and how that came about, over a period of the customer's choice. */
export function EquityCurve() {
  const { t } = useTranslation("funds");
  const [range, setRange] = useState<Range>("month");
  const hidden = useOwnHidden();
  const { data, error, refetch } = useLiveOverview();
  const points = useMemo(() => {
    return within(data?.history ?? [], range, Date.now());
  }, [data, range]);
  if (!data && error) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-[330px] w-full rounded-card" />;
  const [first, last, bounds] = [points[0], points.at(-1), extremes(points)];
  const summary =
    first && last && bounds && !hidden
      ? `. ${t("curve.summary", {
          first: formatMoney(first.total),
          last: formatMoney(last.total),
          low: formatMoney(bounds.low),
          high: formatMoney(bounds.high),
        })}`
      : "";
  return (
    <Card>
      <h3 className="text-caption font-normal text-ink-2">
        {t("curve.title")} · {data.currency}
      </h3>
      <Chips
        label={t("curve.range")}
        className="mt-1"
        value={range}
        onChange={setRange}
        choices={ranges.map((value) => ({ value, label: t(`curve.${value}`) }))}
      />
      {points.length > 1 ? (
        <Suspense fallback={<Skeleton className="h-[260px] w-full" />}>
          <EquityChart points={points} label={t("curve.label") + summary} figures={!hidden} />
        </Suspense>
      ) : (
        <p className="grid h-[120px] place-items-center text-note text-ink-2">{t("curve.soon")}</p>
      )}
    </Card>
  );
}
