import { MarketHours } from "@/market/MarketHours";
import NewestNews from "@/news/NewestNews";

/** Of the home page, below what the first screen shows: which markets are open, and what there is to read. */
export default function HomeMore() {
  return (
    <div className="@container">
      <MarketHours />
      <NewestNews />
    </div>
  );
}
