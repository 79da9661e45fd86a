import { lazy, Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Card, Chips, ErrorState, Skeleton, useOwnHidden } from "@/ui";
import { useChartSentence } from "@/ui/useChartSentence";
import { useLiveOverview } from "./AssetsCard";
import { type Range, ranges, within } from "./equity";

const EquityChart = lazy(() => import("./EquityChart"));

/** The worth of the account over a period of the customer's choice. */
export function EquityCurve() {
  const { t } = useTranslation("funds");
  const [range, setRange] = useState<Range>("month");
  const hidden = useOwnHidden();
  const { data, error, refetch } = useLiveOverview();
  const points = useMemo(() => {
    return within(data?.history ?? [], range, Date.now());
  }, [data, range]);
  const totals = useMemo(() => points.map(({ total }) => total), [points]);
  const sentence = useChartSentence("equity", totals, t(`curve.${range}`));
  if (!data && error) return <ErrorState error={error} retry={refetch} />;
  if (!data) return <Skeleton className="h-[330px] w-full rounded-card" />;
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
      {points.length > 1 && sentence ? (
        <Suspense fallback={<Skeleton className="h-[260px] w-full" />}>
          <EquityChart
            points={points}
            label={hidden ? t("curve.title") : sentence}
            figures={!hidden}
          />
        </Suspense>
      ) : (
        <p className="grid h-[120px] place-items-center text-note text-ink-2">{t("curve.soon")}</p>
      )}
    </Card>
  );
}
