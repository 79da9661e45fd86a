import type { HTMLAttributes, ReactNode } from "react";
import { classes } from "./classes";

/** A raised surface for related content. */
export function Card({ className, ...props }: HTMLAttributes<HTMLDivElement>) {
  return (
    <div {...props} className={classes("rounded-card bg-surface p-4 shadow-card", className)} />
  );
}

/** The heading of a part of a screen, with at most one link beside it. */
export function SectionTitle({ children, end }: { children: ReactNode; end?: ReactNode }) {
  return (
    <div className="mt-5 mb-1.5 flex items-center justify-between gap-3">
      <h2 className="text-title font-semibold">{children}</h2>
      {end ? <div className="text-small text-ink-2">{end}</div> : null}
    </div>
  );
}
