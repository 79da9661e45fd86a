import { Skeleton } from "@/ui";

/** Placeholder of an order form that is loading. */
export function TicketSkeleton() {
  return (
    <div aria-hidden className="space-y-3">
      <Skeleton className="h-11 w-full rounded-[12px]" />
      <Skeleton className="h-10 w-full" />
      <Skeleton className="h-14 w-full rounded-control" />
      <Skeleton className="h-14 w-full rounded-control" />
      <Skeleton className="h-44 w-full rounded-card" />
    </div>
  );
}
