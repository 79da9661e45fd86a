import Big from "big.js";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail, Level } from "@/api/market";
import {
  compare,
  type Figure,
  formatCompact,
  formatDecimal,
  isDecimal,
  NO_VALUE,
  PriceDigits,
  type PriceLook,
  subtract,
} from "@/ui";
import { type BookSide, withBest } from "./depth";
import { lookOf } from "./lookOf";

/** From this size on there is room for few of its digits. */
const LARGE = "100000";

export function useSizeText() {
  const { i18n } = useTranslation();
  return (size: Figure) =>
    size && compare(size, LARGE) >= 0 ? formatCompact(size, i18n.language) : formatDecimal(size);
}

interface SideProps {
  side: BookSide;
  /** Best first, or last. */
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

/** The levels of both sides under the best prices that tick, and the largest size among them. */
function useBook(instrument: InstrumentDetail) {
  const { bid, ask, bidSize, askSize } = instrument.quote;
  const bids = withBest("bid", instrument.bids, bid, bidSize);
  const asks = withBest("ask", instrument.asks, ask, askSize);
  const sizes = [...bids, ...asks].map(({ size }) => new Big(size));
  const largest = sizes.reduce((max, size) => (size.gt(max) ? size : max), new Big(0));
  return { bids, asks, shared: { largest, look: lookOf(instrument, bid) } };
}

/** Both sides of the book beside each other, best first. */
export function Depth({ instrument }: { instrument: InstrumentDetail }) {
  const { bids, asks, shared } = useBook(instrument);
  return (
    <div className="grid grid-cols-2 gap-3">
      <DepthSide side="bid" levels={bids} {...shared} />
      <DepthSide side="ask" levels={asks} {...shared} />
    </div>
  );
}

/** The book as a ladder: asks above bids, and between them how far they are apart. */
export function Ladder({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("kinds");
  const { bids, asks, shared } = useBook(instrument);
  const { bid, ask } = instrument.quote;
  const isKnown = bid && ask && isDecimal(bid) && isDecimal(ask);
  return (
    <>
      <DepthSide side="ask" levels={asks.toReversed()} {...shared} />
      <p className="num flex justify-between border-y border-line px-2 py-1.5 text-caption text-ink-2">
        <span>{t("depth.spread")}</span>
        <span>
          {isKnown ? <PriceDigits value={subtract(ask, bid)} {...shared.look} /> : NO_VALUE}
        </span>
      </p>
      <DepthSide side="bid" levels={bids} {...shared} />
    </>
  );
}
