import { useContext, useEffect } from "react";
import { useScreenTitle } from "@/navigation";
import { Skeleton, SkeletonRows } from ".";
import { PaneContext } from "./Page";
import { nameWindow } from "./PageHeading";

/** The placeholder of a page that is loading, which names the window already. */
export function PageSkeleton() {
  const title = useScreenTitle({ waits: false });
  const isMain = useContext(PaneContext) === "main";
  useEffect(() => {
    if (isMain && title !== null) nameWindow(title);
  }, [isMain, title]);
  return (
    <div className="min-h-0 flex-1 overflow-hidden px-4">
      <Skeleton className="mx-auto mt-3.5 mb-4 h-5 w-32" />
      <Skeleton className="mb-4 h-32 w-full rounded-card" />
      <SkeletonRows rows={6} />
    </div>
  );
}
