import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { HowItWorks } from "@/funds/HowItWorks";
import { Suggestions } from "@/market/lists/Suggestions";
import { SkeletonRows } from "@/ui";
import { SuggestedStar } from "@/watchlist/SuggestedStar";

function Start() {
  // Loads all texts at once: later loading would remove parts already drawn.
  useTranslation(["funds", "market", "watchlist"]);
  return (
    <>
      <HowItWorks />
      <Suggestions star={SuggestedStar} />
    </>
  );
}

/** A list pane with the steps to a first share, and the most traded instruments today. */
export function StartPane() {
  return (
    <Suspense fallback={<SkeletonRows />}>
      <Start />
    </Suspense>
  );
}
