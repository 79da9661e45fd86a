import { Column } from "./Column";
import { Skeleton } from "./Skeleton";

interface FormSkeletonProps {
  fields?: number;
  /** False where the action of the form is there already. */
  action?: boolean;
}

/** A form that is on its way: its fields, and the button that sends them. */
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
