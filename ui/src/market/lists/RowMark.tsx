import { lazy, Suspense } from "react";
import type { ListedInstrument } from "@/api/market";

const PriceMark = lazy(() => import("./PriceMark"));

/** The mark of a row, if its instrument has one; no first screen waits for it. */
export const RowMark = ({ of }: { of: ListedInstrument }) => (
  <Suspense>
    <PriceMark instrument={of} />
  </Suspense>
);
