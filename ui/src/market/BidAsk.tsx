import Big from "big.js";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { type Figure, PriceDigits } from "@/ui";
import { Depth, useSizeText } from "./BookDepth";
import { useBook } from "./live";
import { lookOf } from "./lookOf";

/** The bid's share of the width: its size against both, held within what both texts need. */
function bidShare(bidSize: Figure, askSize: Figure): number {
  const bid = new Big(bidSize ?? "0");
  const total = bid.plus(askSize ?? "0");
  if (total.lte(0)) return 50;
  return Math.min(62, Math.max(38, bid.div(total).times(100).toNumber()));
}

function OpenDepth({ instrument }: { instrument: InstrumentDetail }) {
  const { data: book = instrument } = useBook(instrument);
  return <Depth instrument={instrument} book={book} />;
}

/** The best bid and ask with their sizes; pressing it opens the depth below them. */
export function BidAsk({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("market");
  const sizeText = useSizeText();
  const [open, setOpen] = useState(false);
  const { bid, ask, bidSize, askSize } = instrument.quote;
  const look = lookOf(instrument, bid);
  const share = bidShare(bidSize, askSize);
  // No transition: with each tick a width that slides would lay out and paint the page for as many frames as it takes.
  const side = "flex min-h-8 min-w-max items-center justify-between gap-2 px-2.5 whitespace-nowrap";
  return (
    <div className="my-2.5">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="num flex w-full overflow-hidden rounded-pill text-caption font-semibold"
      >
        <span className={`${side} bg-rise-soft text-rise-text`} style={{ width: `${share}%` }}>
          <span>
            {t("quote.bid")} <PriceDigits value={bid} {...look} />
          </span>
          <span>{sizeText(bidSize)}</span>
        </span>
        <span
          className={`${side} bg-fall-soft text-fall-text`}
          style={{ width: `${100 - share}%` }}
        >
          <span>
            {t("quote.ask")} <PriceDigits value={ask} {...look} />
          </span>
          <span>{sizeText(askSize)}</span>
        </span>
        <span className="sr-only">{t("quote.depth")}</span>
      </button>
      {open ? (
        <div className="mt-1.5">
          <OpenDepth instrument={instrument} />
        </div>
      ) : null}
    </div>
  );
}
