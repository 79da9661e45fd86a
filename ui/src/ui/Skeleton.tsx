import { classes } from "./classes";

/** A grey placeholder for content. Give it the content's size. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden className={classes("skeleton rounded-pill bg-ink/10", className)} />;
}

/** Placeholder rows of a list that is loading. */
export function SkeletonRows({ rows = 6 }: { rows?: number }) {
  return (
    <div aria-hidden>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
          key={row}
          className="flex h-15 items-center gap-2.5 border-b border-line last:border-0"
        >
          <Skeleton className="size-9 rounded-[11px]" />
          <div className="flex-1 space-y-1.5">
            <Skeleton className="h-3.5 w-28" />
            <Skeleton className="h-3 w-20" />
          </div>
          <Skeleton className="h-8 w-20" />
        </div>
      ))}
    </div>
  );
}
