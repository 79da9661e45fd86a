import { Suspense } from "react";
import type { ListedInstrument } from "@/api/market";
import { SuggestedStar } from "@/watchlist/SuggestedStar";
import { InstrumentRow } from "./InstrumentRow";

interface StarredRowProps {
  instrument: ListedInstrument;
  onOpen?: () => void;
}

/** What a search finds: its name in full, its price, and the star that follows it. */
export function StarredRow({ instrument, onOpen }: StarredRowProps) {
  return (
    <div className="flex items-center gap-1">
      <div className="min-w-0 flex-1">
        <InstrumentRow instrument={instrument} onOpen={onOpen} plain />
      </div>
      {/* Its words come after the row: what waits for them takes nothing away that stands. */}
      <Suspense fallback={<span className="size-11 shrink-0" />}>
        <SuggestedStar instrument={instrument} />
      </Suspense>
    </div>
  );
}
