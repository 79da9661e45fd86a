import Big from "big.js";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail, Level } from "@/api/market";
import {
  compare,
  type Figure,
  formatCompact,
  formatDecimal,
  PriceDigits,
  type PriceLook,
} from "@/ui";
import { type BookSide, withBest } from "./depth";
import { lookOf } from "./lookOf";

/** The bid's share of the width: its size against both, held within what both texts need. */
function bidShare(bidSize: Figure, askSize: Figure): number {
  const bid = new Big(bidSize ?? "0");
  const total = bid.plus(askSize ?? "0");
  if (total.lte(0)) return 50;
  return Math.min(62, Math.max(38, bid.div(total).times(100).toNumber()));
}

/** From this size on there is room for few of its digits. */
const LARGE = "100000";

function useSizeText() {
  const { i18n } = useTranslation();
  return (size: Figure) =>
    size && compare(size, LARGE) >= 0 ? formatCompact(size, i18n.language) : formatDecimal(size);
}

interface SideProps {
  side: BookSide;
  levels: Level[];
  largest: Big;
  look: PriceLook;
}

/** One side of the book. The tint behind a level is its size against the largest shown. */
function DepthSide({ side, levels, largest, look }: SideProps) {
  const { t } = useTranslation("market");
  const sizeText = useSizeText();
  const tint = side === "bid" ? "bg-rise-soft" : "bg-fall-soft";
  const text = side === "bid" ? "text-rise-text" : "text-fall-text";
  return (
    <ul aria-label={t(`quote.${side}`)} className="num text-small">
      {levels.map(({ price, size }) => (
        <li key={price} className="relative flex justify-between px-2 py-1">
          <span
            aria-hidden
            className={`absolute inset-y-0.5 left-0 rounded-[4px] ${tint}`}
            style={{ width: `${new Big(size).div(largest).times(100).toFixed(0)}%` }}
          />
          <span className={`relative font-medium ${text}`}>
            <PriceDigits value={price} {...look} />
          </span>
          <span className="relative text-ink-2">{sizeText(size)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The best bid and ask with their sizes; pressing it opens the depth below them. */
export function BidAsk({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("market");
  const sizeText = useSizeText();
  const [open, setOpen] = useState(false);
  const { bid, ask, bidSize, askSize } = instrument.quote;
  const look = lookOf(instrument, bid);
  const share = bidShare(bidSize, askSize);
  const bids = withBest("bid", instrument.bids, bid, bidSize);
  const asks = withBest("ask", instrument.asks, ask, askSize);
  const sizes = [...bids, ...asks].map(({ size }) => new Big(size));
  const largest = sizes.reduce((max, size) => (size.gt(max) ? size : max), new Big(1));
  const side =
    "flex min-h-8 min-w-max items-center justify-between gap-2 px-2.5 whitespace-nowrap transition-[width] duration-150";
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
        <div className="mt-1.5 grid grid-cols-2 gap-3">
          <DepthSide side="bid" levels={bids} largest={largest} look={look} />
          <DepthSide side="ask" levels={asks} largest={largest} look={look} />
        </div>
      ) : null}
    </div>
  );
}
