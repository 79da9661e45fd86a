import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { HowItWorks } from "@/funds/HowItWorks";
import { Suggestions } from "@/market/Suggestions";
import { SkeletonRows } from "@/ui";
import { SuggestedStar } from "@/watchlist/SuggestedStar";

function Start() {
  // All texts at once: what waits for its own after it was drawn takes away what stands already.
  useTranslation(["funds", "market", "watchlist"]);
  return (
    <>
      <HowItWorks />
      <Suggestions star={SuggestedStar} />
    </>
  );
}

/** In a list pane: what lies between a visitor and a first share, and what most trade today. */
export function StartPane() {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Start />
    </Suspense>
  );
}
