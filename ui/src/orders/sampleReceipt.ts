import { lazy } from "react";

/** What a visitor sees in place of what is a customer's own: it comes with the quote beside it. */
export const SampleReceiptPane = lazy(() => import("./SampleReceiptPane"));
