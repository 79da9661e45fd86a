import { Minus, Plus } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { AmountField, decimalsOf, isDecimal, stepBy } from "@/ui";

interface PriceFieldProps {
  value: string;
  onChange: (value: string) => void;
  /** The step that prices of this instrument have. */
  tickSize: string;
  /** Where the first step starts from while nothing is typed. */
  fallback: string;
  error?: string;
}

interface StepButtonProps {
  label: string;
  onClick: () => void;
  children: ReactNode;
}

function StepButton({ label, onClick, children }: StepButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid h-14 w-12 shrink-0 place-items-center rounded-control bg-sunken transition-transform duration-150 active:scale-[0.96]"
    >
      {children}
    </button>
  );
}

/** The limit price. Buttons and arrow keys move it by one tick. */
export function PriceField({ value, onChange, tickSize, fallback, error }: PriceFieldProps) {
  const { t } = useTranslation("orders");
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
          label={t("ticket.limitPrice")}
          value={value}
          onChange={onChange}
          decimals={Math.max(decimalsOf(tickSize), 2)}
          error={error}
        />
      </div>
      <StepButton label={t("ticket.tickDown", { tick: tickSize })} onClick={() => step(-1)}>
        <Minus size={18} aria-hidden />
      </StepButton>
      <StepButton label={t("ticket.tickUp", { tick: tickSize })} onClick={() => step(1)}>
        <Plus size={18} aria-hidden />
      </StepButton>
    </div>
  );
}
