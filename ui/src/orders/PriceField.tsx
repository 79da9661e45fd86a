import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AmountField, decimalsOf, isDecimal, StepButton, stepBy } from "@/ui";

/** Classes of the step buttons beside a field: in a narrow column of a ticket there is no room for them. */
export const STEPS = "flex gap-2 @max-[240px]/ticket:hidden";

interface PriceFieldProps {
  /** The name of the price; that of a limit by default. */
  label?: string;
  value: string;
  onChange: (value: string) => void;
  /** The price step of the instrument. */
  tickSize: string;
  /** The price to step from while the field is empty. */
  fallback: string;
  error?: string | undefined;
  /** The line beneath the field while there is no error. */
  hint?: ReactNode;
}

/** A price of an order. Buttons and arrow keys move it by one tick. */
export function PriceField(props: PriceFieldProps) {
  const { t } = useTranslation("orders");
  const {
    label = t("ticket.limitPrice"),
    value,
    onChange,
    tickSize,
    fallback,
    error,
    hint,
  } = props;
  const step = (way: 1 | -1) => {
    const from = isDecimal(value) ? value : fallback;
    if (isDecimal(from)) onChange(stepBy(from, tickSize, way));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (!way || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    step(way);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside
    <div className="flex items-start gap-2" onKeyDown={onKeyDown}>
      <div className="min-w-0 flex-1">
        <AmountField
          label={label}
          value={value}
          onChange={onChange}
          decimals={Math.max(decimalsOf(tickSize), 2)}
          error={error}
          hint={hint}
          noteClass="-mr-28 @max-[240px]/ticket:mr-0"
        />
      </div>
      <div className={STEPS}>
        <StepButton
          way={-1}
          label={t("ticket.tickDown", { tick: tickSize })}
          onClick={() => step(-1)}
        />
        <StepButton
          way={1}
          label={t("ticket.tickUp", { tick: tickSize })}
          onClick={() => step(1)}
        />
      </div>
    </div>
  );
}
