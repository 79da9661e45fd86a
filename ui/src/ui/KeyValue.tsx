import type { ReactNode } from "react";
import { classes } from "./classes";

/** A list of names and figures. Wrap `KeyValue` lines in it. */
export function KeyValues({ children, className }: { children: ReactNode; className?: string }) {
  return <dl className={classes("num", className)}>{children}</dl>;
}

interface KeyValueProps {
  label: ReactNode;
  children: ReactNode;
  /** The sum at the end: set off by a line, in bold. */
  total?: boolean;
}

export function KeyValue({ label, children, total = false }: KeyValueProps) {
  return (
    <div
      className={classes(
        "flex justify-between gap-4 py-[7px] text-note",
        total && "mt-1 border-t border-line pt-[11px] font-semibold",
      )}
    >
      <dt
        className={classes(
          // If both do not fit, the label wraps, down to its longest word or to four Chinese characters: a figure and
          // its currency stay in one line.
          "min-w-min shrink-[9999] before:block before:h-0 before:w-[4em] before:content-['']",
          !total && "text-ink-2",
        )}
      >
        {label}
      </dt>
      <dd className="text-right break-words">{children}</dd>
    </div>
  );
}

/** Facts in a grid of three, name over figure. */
export function FactGrid({ facts }: { facts: { label: string; value: ReactNode }[] }) {
  return (
    <dl className="num grid grid-cols-[1fr_1fr_1.2fr] gap-x-2 gap-y-3">
      {facts.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-caption text-ink-2">{label}</dt>
          <dd className="text-note font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
