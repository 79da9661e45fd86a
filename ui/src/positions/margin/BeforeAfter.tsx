import { ArrowRight } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { MarginPreview, MarginView, Position } from "@/api/positions";
import { formatPriceOf, kindOf } from "@/products";
import { Card, formatDecimal, formatMoney, KeyValue, KeyValues, Own, Skeleton } from "@/ui";

interface LineProps {
  label: string;
  before: ReactNode;
  after: ReactNode;
}

function Line({ label, before, after }: LineProps) {
  const { t } = useTranslation("positions");
  return (
    <KeyValue label={label}>
      <span className="inline-flex flex-wrap items-center justify-end gap-x-1.5">
        <span className="text-ink-2">
          <span className="sr-only">{t("margin.before")} </span>
          {before}
        </span>
        <ArrowRight size={14} aria-hidden className="text-ink-3" />
        <span className="font-semibold">
          <span className="sr-only">{t("margin.after")} </span>
          {after}
        </span>
      </span>
    </KeyValue>
  );
}

interface BeforeAfterProps {
  position: Position;
  /** Undefined while loading. */
  preview: MarginPreview | undefined;
  /** The reason why there is no preview. */
  obstacle: string | undefined;
}

/** The effect of a change on a position: above all its liquidation price, before and after. */
export function BeforeAfter({ position, preview, obstacle }: BeforeAfterProps) {
  const { t } = useTranslation("positions");
  if (!preview) return obstacle ? null : <Skeleton className="h-32 w-full rounded-card" />;
  const { before, after } = preview;
  const liquidation = ({ liquidationPrice }: MarginView) =>
    liquidationPrice === null
      ? t("margin.noLiquidation")
      : formatPriceOf(position, liquidationPrice);
  const amount = ({ margin, currency }: MarginView) => <Own>{formatMoney(margin, currency)}</Own>;
  return (
    <Card className="py-2">
      <KeyValues>
        <Line
          label={t("margin.liquidation")}
          before={liquidation(before)}
          after={<span className="text-danger">{liquidation(after)}</span>}
        />
        <Line
          label={`${t("margin.amount")} · ${after.currency}`}
          before={amount(before)}
          after={amount(after)}
        />
        {kindOf(position).hasLeverage ? (
          <Line
            label={t("margin.leverage")}
            before={`${formatDecimal(before.leverage)} : 1`}
            after={`${formatDecimal(after.leverage)} : 1`}
          />
        ) : null}
        <Line
          label={t("margin.level")}
          before={`${formatDecimal(before.level, { min: 2 })}%`}
          after={`${formatDecimal(after.level, { min: 2 })}%`}
        />
      </KeyValues>
    </Card>
  );
}
