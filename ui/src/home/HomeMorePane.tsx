import { lazy, Suspense } from "react";
import { WhenSeen } from "@/ui/WhenSeen";

const MarketHours = lazy(() => import("@/market/MarketHours"));
const NewestNews = lazy(() => import("@/news/NewestNews"));

/** The part of the home page below the first screen: the markets' hours, and the news. */
export default function HomeMorePane() {
  return (
    <div className="@container">
      <WhenSeen>
        {/* Both appear at once: the upper one would otherwise move the lower. */}
        <Suspense fallback={null}>
          <MarketHours />
          <NewestNews />
        </Suspense>
      </WhenSeen>
    </div>
  );
}
