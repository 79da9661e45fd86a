import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Trail } from "@/api/orderTerms";
import { AmountField, decimalsOf, Segmented } from "@/ui";

interface TrailFieldProps {
  label: string;
  trail: Trail;
  onChange: (trail: Trail) => void;
  /** The currency of the instrument's prices, and their step. */
  currency: string;
  tickSize: string;
  /** The distance with which a unit begins that is chosen: none by default. */
  begun?: Trail | undefined;
  error?: string | undefined;
  /** The line beneath. */
  hint?: ReactNode;
}

/** The distance of a trailing stop, as an amount or in percent. */
export function TrailField(props: TrailFieldProps) {
  const { label, trail, onChange, currency, tickSize, begun, error, hint } = props;
  const { t } = useTranslation("ticket");
  const isPercent = trail.amount === undefined;
  return (
    <div>
      <AmountField
        label={label}
        value={trail.amount ?? trail.percent}
        onChange={(value) => onChange(isPercent ? { percent: value } : { amount: value })}
        decimals={isPercent ? 2 : Math.max(2, decimalsOf(tickSize))}
        unit={isPercent ? t("field.percent") : currency}
        error={error}
      />
      <Segmented
        label={t("field.trailUnit")}
        className="mt-2"
        value={isPercent ? "percent" : "amount"}
        onChange={(unit) =>
          onChange(
            unit === "percent"
              ? { percent: begun?.percent ?? "" }
              : { amount: begun?.amount ?? "" },
          )
        }
        choices={[
          { value: "percent", label: t("legs.percent") },
          { value: "amount", label: currency },
        ]}
      />
      {hint}
    </div>
  );
}
