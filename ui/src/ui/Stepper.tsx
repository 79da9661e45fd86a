import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { clamp, compare, decimalsOf, isDecimal, stepBy } from "@/decimal";
import { AmountField } from "./AmountField";
import { StepButton } from "./StepButton";

interface StepperProps {
  label: string;
  /** A decimal string; empty if the typed text is no amount. */
  value: string;
  onChange: (value: string) => void;
  /** Decimal strings from the server: a lot, the least and the greatest quantity of an order. */
  step?: string;
  min?: string;
  max?: string;
  error?: string;
  hint?: ReactNode;
}

/**
 * A quantity between two buttons that change it by one step, as the arrow keys do, and never beyond its bounds. Typed
 * input is not bounded: the caller shows what is wrong with it. Its figures are decimal text, so it does not use Base
 * UI's number field, whose figures are floats.
 */
export function Stepper(props: StepperProps) {
  const { label, value, onChange, step = "1", min = "0", max, error, hint } = props;
  const { t } = useTranslation();
  const from = isDecimal(value) ? value : min;
  const canStep = {
    "-1": compare(from, min) > 0,
    "1": max === undefined || compare(from, max) < 0,
  };
  const move = (way: 1 | -1) => {
    if (canStep[way]) onChange(clamp(stepBy(from, step, way, "0"), min, max));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = ({ ArrowUp: 1, ArrowDown: -1 } as const)[event.key];
    if (!way || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    move(way);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the field inside
    <div className="flex items-start gap-2" onKeyDown={onKeyDown}>
      <StepButton
        way={-1}
        label={t("stepper.less", { step })}
        onClick={() => move(-1)}
        disabled={!canStep[-1]}
      />
      <div className="min-w-0 flex-1">
        <AmountField
          label={label}
          value={value}
          onChange={onChange}
          decimals={decimalsOf(step)}
          error={error}
          hint={hint}
        />
      </div>
      <StepButton
        way={1}
        label={t("stepper.more", { step })}
        onClick={() => move(1)}
        disabled={!canStep[1]}
      />
    </div>
  );
}
