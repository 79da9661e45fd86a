import { useTranslation } from "react-i18next";
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

interface QuantityFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** Quantities are multiples of it; the buttons change the quantity by one lot. */
  lotSize: string;
  /** The unit, if it is not shares. */
  unit?: string;
  error?: string;
}

export function QuantityField({ value, onChange, lotSize, unit, error }: QuantityFieldProps) {
  const { t } = useTranslation("orders");
  const from = isDecimal(value) ? value : "0";
  const context = unit ? "margin" : undefined;
  const lot = formatDecimal(lotSize);
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
        />
      </div>
      <StepButton
        way={-1}
        label={t("ticket.fewer", { lot, context })}
        onClick={() => onChange(subtract(from, lotSize))}
        disabled={!canLess}
      />
      <StepButton
        way={1}
        label={t("ticket.more", { lot, context })}
        onClick={() => onChange(add(from, lotSize))}
      />
    </div>
  );
}
