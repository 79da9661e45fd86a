import { type ReactNode, useId } from "react";
import { formatDecimal } from "./format";

interface LeverageSliderProps {
  label: string;
  /** A whole number as text. */
  value: string;
  /** The highest leverage that can be chosen. */
  cap: string;
  onChange: (value: string) => void;
  disabled?: boolean;
  /** Shown below the slider in place of the ends of the range. */
  note?: ReactNode;
}

/** The ratio of a position's value to its margin: from one to the cap. */
export function LeverageSlider(props: LeverageSliderProps) {
  const { label, value, cap, onChange, disabled = false, note } = props;
  const id = useId();
  return (
    <div className="rounded-control border border-line bg-surface px-3.5 pt-2.5 pb-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-small text-ink-2">
          {label}
        </label>
        <output htmlFor={id} className="num text-title font-semibold">
          {formatDecimal(value)} : 1
        </output>
      </div>
      <input
        id={id}
        type="range"
        min="1"
        max={cap}
        step="1"
        value={value}
        disabled={disabled}
        aria-valuetext={`${value} : 1`}
        aria-describedby={`${id}-note`}
        onChange={(event) => onChange(event.target.value)}
        className="block h-11 w-full accent-primary disabled:opacity-45"
      />
      <p id={`${id}-note`} className="num flex justify-between pb-1 text-caption text-ink-2">
        {note ?? (
          <>
            <span>1 : 1</span>
            <span>{formatDecimal(cap)} : 1</span>
          </>
        )}
      </p>
    </div>
  );
}
