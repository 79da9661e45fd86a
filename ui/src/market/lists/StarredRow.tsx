import { type ComponentType, Suspense } from "react";
import type { ListedInstrument } from "@/api/market";
import { InstrumentRow } from "./InstrumentRow";

interface StarredRowProps {
  instrument: ListedInstrument;
  onOpen?: () => void;
  /** The watchlist star. */
  star: ComponentType<{ instrument: ListedInstrument }>;
}

/** A search result: its full name, its price, and the watchlist star. */
export function StarredRow({ instrument, onOpen, star: Star }: StarredRowProps) {
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <InstrumentRow instrument={instrument} onOpen={onOpen} plain />
      </div>
      {/* The star's texts load after the row, in their own Suspense, so that the row stays. */}
      <Suspense fallback={<span className="size-11 shrink-0" />}>
        <Star instrument={instrument} />
      </Suspense>
    </div>
  );
}
