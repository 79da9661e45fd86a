import { Skeleton, SkeletonRows } from "@/ui";

/** Stands in for a page whose code is on its way. */
export function PageSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden px-4">
      <Skeleton className="mx-auto mt-3.5 mb-4 h-5 w-32" />
      <Skeleton className="mb-4 h-32 w-full rounded-card" />
      <SkeletonRows rows={6} />
    </div>
  );
}
