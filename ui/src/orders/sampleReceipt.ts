import { lazy } from "react";

/** Shown to visitors in place of a customer's own data: loaded with the quote beside it. */
export const SampleReceiptPane = lazy(() => import("./SampleReceiptPane"));
