import { lazy, Suspense } from "react";
import type { InstrumentDetail } from "@/api/market";
import { haltedOf } from "@/api/marketStatus";
import { useMarketStatus } from "../live";

/** Loaded lazily: few instruments are halted. */
const HaltReason = lazy(() => import("./HaltReason"));

/** The reason and the end of a halt or of a restriction to a price band. */
export function HaltNotice({ instrument }: { instrument: InstrumentDetail }) {
  const halted = haltedOf(useMarketStatus(instrument), instrument);
  return halted ? (
    <Suspense fallback={null}>
      <HaltReason instrument={instrument} halted={halted} />
    </Suspense>
  ) : null;
}
