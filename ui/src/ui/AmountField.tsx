import { type ReactNode, type Ref, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { readAmount } from "./amount";
import { classes } from "./classes";

interface AmountFieldProps {
  label: string;
  /** A decimal string; empty if the typed text is no amount. */
  value: string;
  onChange: (value: string) => void;
  /** Decimals that may be typed: 2 for money, 0 for whole shares. */
  decimals?: number;
  /** The currency or unit shown after the figure. */
  unit?: string;
  error?: string;
  hint?: ReactNode;
  /** Classes of the line beneath: beside buttons it may have their width too. */
  noteClass?: string;
  /** Shown while the field is empty; "0" by default. */
  placeholder?: string;
  disabled?: boolean;
  autoFocus?: boolean;
  name?: string;
  ref?: Ref<HTMLInputElement>;
}

/** The text in the field and the amount read from it. */
function useTyped(value: string, decimals: number, onChange: (value: string) => void) {
  const { i18n } = useTranslation();
  const [typed, setTyped] = useState({ text: value, value });
  // A value from elsewhere, such as a button for "all", replaces what was typed.
  const text = typed.value === value ? typed.text : value;
  const read = (next: string) => readAmount(next, decimals, i18n.language);
  const type = (next: string) => {
    setTyped({ text: next, value: read(next).value });
    onChange(read(next).value);
  };
  return { text, type, problem: read(text).problem };
}

/**
 * A field for an amount, a price or a quantity. The value stays text from the key to the wire and never becomes a
 * float. Unreadable input stays as typed, with an error below the field.
 */
export function AmountField({
  label,
  value,
  onChange,
  decimals = 2,
  unit,
  error,
  hint,
  noteClass,
  placeholder = "0",
  ref,
  ...input
}: AmountFieldProps) {
  const { t } = useTranslation();
  const id = useId();
  const { text, type, problem } = useTyped(value, decimals, onChange);
  const refusal = problem ? t(`amount.${problem}`, { count: decimals }) : error;
  const note = refusal ?? hint;
  const described = [unit && `${id}-unit`, note && `${id}-note`].filter(Boolean).join(" ");
  return (
    <div className="@container">
      <label
        htmlFor={id}
        className={classes(
          "flex min-h-14 cursor-text items-center gap-x-3 rounded-control border bg-surface px-3.5",
          // In a narrow column the figure has a line of its own.
          "@max-[240px]:flex-wrap @max-[240px]:py-1.5",
          "transition-colors duration-150",
          refusal ? "border-danger" : "border-line focus-within:border-ink",
        )}
      >
        <span id={`${id}-label`} className="shrink-0 text-small text-ink-2 @max-[240px]:basis-full">
          {label}
        </span>
        <input
          {...input}
          ref={ref}
          id={id}
          inputMode={decimals === 0 ? "numeric" : "decimal"}
          autoComplete="off"
          placeholder={placeholder}
          value={text}
          onChange={(event) => type(event.target.value)}
          aria-invalid={refusal ? true : undefined}
          aria-labelledby={`${id}-label`}
          aria-describedby={described || undefined}
          className="num w-full min-w-0 flex-1 bg-transparent text-right text-[20px] font-semibold caret-brass outline-none"
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
          role={refusal ? "alert" : undefined}
          className={classes(
            "mt-1.5 px-1 text-small",
            refusal ? "text-danger" : "text-ink-2",
            noteClass,
          )}
        >
          {note}
        </div>
      ) : null}
    </div>
  );
}
