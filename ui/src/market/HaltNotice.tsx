import { lazy, Suspense } from "react";
import type { InstrumentDetail } from "@/api/market";
import { haltedOf } from "@/api/marketStatus";
import { useMarketStatus } from "./live";

/** Few are halted. */
const HaltReason = lazy(() => import("./HaltReason"));

/** While an instrument is halted, or trades within a band: why, and until when. */
export function HaltNotice({ instrument }: { instrument: InstrumentDetail }) {
  const halted = haltedOf(useMarketStatus(instrument), instrument);
  return halted ? (
    <Suspense fallback={null}>
      <HaltReason instrument={instrument} halted={halted} />
    </Suspense>
  ) : null;
}
