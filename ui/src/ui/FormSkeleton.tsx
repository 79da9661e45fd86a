import { Column } from "./Column";
import { Skeleton } from "./Skeleton";

interface FormSkeletonProps {
  fields?: number;
  /** False if the form's action is shown already. */
  action?: boolean;
}

/** Placeholder for a form that is loading: its fields and its button. */
export function FormSkeleton({ fields = 3, action = true }: FormSkeletonProps) {
  return (
    <Column>
      {Array.from({ length: fields }, (_, field) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the fields have no identity
        <Skeleton key={field} className="h-14" />
      ))}
      {action ? <Skeleton className="mt-1 h-12" /> : null}
    </Column>
  );
}
