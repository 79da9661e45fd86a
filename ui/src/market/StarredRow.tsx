import { type ComponentType, Suspense } from "react";
import type { ListedInstrument } from "@/api/market";
import { InstrumentRow } from "./InstrumentRow";

interface StarredRowProps {
  instrument: ListedInstrument;
  onOpen?: () => void;
  /** The star that follows it. */
  star: ComponentType<{ instrument: ListedInstrument }>;
}

/** What a search finds: its name in full, its price, and the star that follows it. */
export function StarredRow({ instrument, onOpen, star: Star }: StarredRowProps) {
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <InstrumentRow instrument={instrument} onOpen={onOpen} plain />
      </div>
      {/* Its words come after the row: what waits for them takes nothing away that stands. */}
      <Suspense fallback={<span className="size-11 shrink-0" />}>
        <Star instrument={instrument} />
      </Suspense>
    </div>
  );
}
