import { lazy, Suspense } from "react";
import { WhenSeen } from "@/ui/WhenSeen";

const MarketHours = lazy(() => import("@/market/MarketHours"));
const NewestNews = lazy(() => import("@/news/NewestNews"));

/** Of the home page, below what the first screen shows: which markets are open, and what there is to read. */
export default function HomeMorePane() {
  return (
    <div className="@container">
      <WhenSeen>
        {/* Both at once: what comes above the other would move it. */}
        <Suspense fallback={null}>
          <MarketHours />
          <NewestNews />
        </Suspense>
      </WhenSeen>
    </div>
  );
}
