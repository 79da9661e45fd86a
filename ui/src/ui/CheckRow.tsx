import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "./classes";

interface CheckRowProps {
  /** Accessible name of the choice. */
  label: string;
  on: boolean;
  onToggle: () => void;
  /** The visible content of the row. */
  children: ReactNode;
}

/** One choice of several in a sheet, of which any number can be on. The whole row is the target. */
export function CheckRow({ label, on, onToggle, children }: CheckRowProps) {
  return (
    <label className="relative flex min-h-12 items-center gap-3 border-t border-line first:border-t-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brass">
      {children}
      <input
        type="checkbox"
        aria-label={label}
        checked={on}
        onChange={onToggle}
        className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
      />
      <span
        aria-hidden
        className={classes(
          "grid size-6 shrink-0 place-items-center rounded-full border transition-colors duration-150",
          on ? "border-primary bg-primary text-on-primary" : "border-ink-3 text-transparent",
        )}
      >
        <Check size={16} strokeWidth={2.5} />
      </span>
    </label>
  );
}
