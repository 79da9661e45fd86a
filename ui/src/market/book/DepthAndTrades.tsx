import type { InstrumentDetail } from "@/api/market";
import { kindOf } from "@/products";
import { classes } from "@/ui";
import { useBook } from "../live";
import { Depth } from "./BookDepth";
import { RecentTrades } from "./RecentTrades";

/** Ten levels of both sides, and the latest trades, unless the product shows those elsewhere. */
export default function DepthAndTrades({ instrument }: { instrument: InstrumentDetail }) {
  const { data: book = instrument } = useBook(instrument);
  const hasTrades = !kindOf(instrument).quotePanels.includes("trades");
  return (
    <div className="@container">
      <div className={classes("mt-1", hasTrades && "gap-x-6 @2xl:grid @2xl:grid-cols-[3fr_2fr]")}>
        <Depth instrument={instrument} book={book} whole />
        {hasTrades ? (
          <div className="@2xl:-mt-5">
            <RecentTrades instrument={instrument} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
