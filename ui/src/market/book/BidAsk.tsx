import Big from "big.js";
import { ChevronDown } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { kindOf } from "@/products";
import { lookOf } from "@/products/lookOf";
import { classes, type Figure, PriceDigits, Skeleton } from "@/ui";
import { useSizeText } from "./sizeText";

/** Loaded lazily: few customers open it. */
const DepthAndTrades = lazy(() => import("./DepthAndTrades"));

/** The bid's share of the width: its size against both, within the limits that both texts need. */
function bidShare(bidSize: Figure, askSize: Figure): number {
  const bid = new Big(bidSize ?? "0");
  const total = bid.plus(askSize ?? "0");
  if (total.lte(0)) return 50;
  return Math.min(62, Math.max(38, bid.div(total).times(100).toNumber()));
}

interface OfInstrument {
  instrument: InstrumentDetail;
}

/** The best bid and ask with their sizes. */
export function BidAskBar({ instrument }: OfInstrument) {
  const { t } = useTranslation("market");
  const sizeText = useSizeText();
  const { bid, ask, bidSize, askSize } = instrument.quote;
  const look = lookOf(instrument, bid);
  const share = bidShare(bidSize, askSize);
  // No transition: a sliding width would cause layout and paint in every frame after each tick.
  const side = "flex min-h-8 min-w-max items-center justify-between gap-2 px-2.5 whitespace-nowrap";
  return (
    <span className="num flex w-full overflow-hidden rounded-pill text-caption font-semibold">
      <span className={`${side} bg-rise-soft text-rise-text`} style={{ width: `${share}%` }}>
        <span>
          {t("quote.bid")} <PriceDigits value={bid} {...look} />
        </span>
        <span>{sizeText(bidSize)}</span>
      </span>
      <span className={`${side} bg-fall-soft text-fall-text`} style={{ width: `${100 - share}%` }}>
        <span>
          {t("quote.ask")} <PriceDigits value={ask} {...look} />
        </span>
        <span>{sizeText(askSize)}</span>
      </span>
    </span>
  );
}

/** The best bid and ask; pressing them opens the depth below them with the newest trades. */
export function BidAsk({ instrument }: OfInstrument) {
  const { t } = useTranslation(["market", "chart"]);
  const [open, setOpen] = useState(false);
  return (
    <div className="my-2.5">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="block w-full"
      >
        <BidAskBar instrument={instrument} />
        <span className="flex min-h-7 items-center justify-center gap-1 text-caption text-ink-2">
          {t(
            kindOf(instrument).quotePanels.includes("trades")
              ? "market:quote.depth"
              : "chart:depthAndTrades",
          )}
          <ChevronDown
            size={14}
            aria-hidden
            className={classes("transition-transform duration-150", open && "rotate-180")}
          />
        </span>
      </button>
      {open ? (
        <Suspense fallback={<Skeleton className="h-72 w-full rounded-card" />}>
          <DepthAndTrades instrument={instrument} />
        </Suspense>
      ) : null}
    </div>
  );
}
