import { Skeleton } from "./Skeleton";

/** Placeholders for the cards of a list that is loading. */
export function CardSkeletons({ cards = 4 }: { cards?: number }) {
  return (
    <div aria-hidden className="space-y-2.5">
      {Array.from({ length: cards }, (_, card) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the cards have no identity
        <Skeleton key={card} className="h-[104px] w-full rounded-card" />
      ))}
    </div>
  );
}
