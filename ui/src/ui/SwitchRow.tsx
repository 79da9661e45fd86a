import { type ReactNode, useId } from "react";
import { classes } from "./classes";

interface SwitchRowProps {
  label: string;
  /** What being on means, in one sentence. */
  hint?: ReactNode;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Something that is on or off, and takes effect at once. The whole row is the target. */
export function SwitchRow({ label, hint, on, onChange }: SwitchRowProps) {
  const id = useId();
  return (
    <label className="relative flex min-h-12 items-center gap-3 rounded-control py-1.5 has-focus-visible:outline-2 has-focus-visible:outline-brass">
      <span className="min-w-0 flex-1">
        <span className="block text-note font-medium">{label}</span>
        {hint ? (
          <span id={`${id}-hint`} className="block text-small text-ink-2">
            {hint}
          </span>
        ) : null}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        aria-label={label}
        aria-describedby={hint ? `${id}-hint` : undefined}
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
      />
      <span
        aria-hidden
        className={classes(
          "relative h-7 w-12 shrink-0 rounded-full border transition-colors duration-150",
          on ? "border-primary bg-primary" : "border-ink-3 bg-sunken",
        )}
      >
        <span
          className={classes(
            "absolute top-0.5 left-0.5 size-5.5 rounded-full transition-transform duration-150",
            on ? "translate-x-5 bg-on-primary" : "bg-ink-3",
          )}
        />
      </span>
    </label>
  );
}
