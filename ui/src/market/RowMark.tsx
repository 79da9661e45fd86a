import { lazy, Suspense } from "react";
import type { ListedInstrument } from "@/api/market";

const PriceMark = lazy(() => import("./PriceMark"));

/** What a row says before all else of its instrument, where there is something to say; no first screen waits for it. */
export const RowMark = ({ of }: { of: ListedInstrument }) => (
  <Suspense>
    <PriceMark instrument={of} />
  </Suspense>
);
