import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Instrument } from "@/api/market";
import { measured } from "@/products/words";
import {
  AmountField,
  add,
  compare,
  decimalsOf,
  formatDecimal,
  isDecimal,
  StepButton,
  subtract,
} from "@/ui";
import { STEPS } from "./PriceField";

interface QuantityFieldProps {
  of: Pick<Instrument, "assetClass">;
  value: string;
  onChange: (value: string) => void;
  /** Quantities are multiples of it; the buttons change the quantity by one lot. */
  lotSize: string;
  /** The unit, if quantities have a code. */
  unit?: string;
  error?: string;
  /** The line beneath the field while there is no error. */
  hint?: ReactNode;
}

export function QuantityField(props: QuantityFieldProps) {
  const { of, value, onChange, lotSize, unit, error, hint } = props;
  const { t } = useTranslation("orders");
  const from = isDecimal(value) ? value : "0";
  const quantity = measured(t, of, formatDecimal(lotSize));
  const canLess = compare(from, lotSize) > 0;
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <AmountField
          label={t("ticket.quantity")}
          value={value}
          onChange={onChange}
          decimals={decimalsOf(lotSize)}
          unit={unit}
          error={error}
          hint={hint}
          noteClass="-mr-28 @max-[240px]/ticket:mr-0"
        />
      </div>
      <div className={STEPS}>
        <StepButton
          way={-1}
          label={t("ticket.fewer", { quantity })}
          onClick={() => onChange(subtract(from, lotSize))}
          disabled={!canLess}
        />
        <StepButton
          way={1}
          label={t("ticket.more", { quantity })}
          onClick={() => onChange(add(from, lotSize))}
        />
      </div>
    </div>
  );
}
