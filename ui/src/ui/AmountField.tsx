import { type ReactNode, type Ref, useId } from "react";
import { classes } from "./classes";
import { trimAmount } from "./format";

interface AmountFieldProps {
  label: string;
  /** The decimal string as typed; empty when nothing is. */
  value: string;
  onChange: (value: string) => void;
  /** Decimals that may be typed: 2 for money, 0 for whole shares. */
  decimals?: number;
  /** The currency or unit behind the figure. */
  unit?: string;
  error?: string;
  hint?: ReactNode;
  disabled?: boolean;
  autoFocus?: boolean;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

/**
 * Takes an amount, a price or a quantity. The value stays text from the key to the wire: it is
 * trimmed to its decimals and never becomes a float.
 */
export function AmountField({
  label,
  value,
  onChange,
  decimals = 2,
  unit,
  error,
  hint,
  ref,
  ...input
}: AmountFieldProps) {
  const id = useId();
  const note = error ?? hint;
  const described = [unit && `${id}-unit`, note && `${id}-note`].filter(Boolean).join(" ");
  return (
    <div>
      <label
        htmlFor={id}
        className={classes(
          "flex min-h-14 cursor-text items-center gap-3 rounded-control border bg-surface px-3.5",
          "transition-colors duration-150 focus-within:border-ink",
          error ? "border-fall-text" : "border-line",
        )}
      >
        <span id={`${id}-label`} className="shrink-0 text-small text-ink-2">
          {label}
        </span>
        <input
          {...input}
          ref={ref}
          id={id}
          inputMode={decimals === 0 ? "numeric" : "decimal"}
          autoComplete="off"
          placeholder="0"
          value={value}
          onChange={(event) => onChange(trimAmount(event.target.value, decimals))}
          aria-invalid={error ? true : undefined}
          aria-labelledby={`${id}-label`}
          aria-describedby={described || undefined}
          className="num w-full min-w-0 bg-transparent text-right text-[20px] font-semibold caret-brass outline-none"
        />
        {unit ? (
          <span id={`${id}-unit`} className="shrink-0 text-small text-ink-2">
            {unit}
          </span>
        ) : null}
      </label>
      {note ? (
        <div
          id={`${id}-note`}
          role={error ? "alert" : undefined}
          className={classes("mt-1.5 px-1 text-small", error ? "text-fall-text" : "text-ink-2")}
        >
          {note}
        </div>
      ) : null}
    </div>
  );
}
