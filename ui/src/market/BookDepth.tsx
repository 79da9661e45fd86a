import { useQuery } from "@tanstack/react-query";
import Big from "big.js";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { InstrumentDetail, Level } from "@/api/market";
import {
  compare,
  type Figure,
  formatCompact,
  formatDecimal,
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

interface Book {
  bids: Level[];
  asks: Level[];
}

/** What each level's tint is a share of, and how its price is written. */
function sharedOf({ bids, asks }: Book, instrument: InstrumentDetail) {
  const sizes = [...bids, ...asks].map(({ size }) => new Big(size));
  const largest = sizes.reduce((max, size) => (size.gt(max) ? size : max), new Big(0));
  return { largest, look: lookOf(instrument, instrument.quote.bid) };
}

/** The book of an instrument, under the best prices that tick. */
export function liveBook({ bids, asks, quote }: InstrumentDetail): Book {
  return {
    bids: withBest("bid", bids, quote.bid, quote.bidSize),
    asks: withBest("ask", asks, quote.ask, quote.askSize),
  };
}

/** A coin leaves the levels that it was read with behind within a second or two, so they are shown as they were read. */
const BOOK_EVERY_MS = 1_000;

/** The book of an instrument as it was a moment ago, read again and again. */
export function useReadBook(instrument: InstrumentDetail): Book {
  const query = { ...instrumentDetail(instrument), refetchInterval: BOOK_EVERY_MS };
  return useQuery(query).data ?? instrument;
}

interface BookProps {
  instrument: InstrumentDetail;
  book: Book;
}

/** Both sides of the book beside each other, best first. */
export function Depth({ instrument, book }: BookProps) {
  const shared = sharedOf(book, instrument);
  return (
    <div className="grid grid-cols-2 gap-3">
      <DepthSide side="bid" levels={book.bids} {...shared} />
      <DepthSide side="ask" levels={book.asks} {...shared} />
    </div>
  );
}

/** The book as a ladder: asks above bids, and between them how far they are apart. */
export function Ladder({ instrument, book }: BookProps) {
  const { t } = useTranslation("kinds");
  const shared = sharedOf(book, instrument);
  const [bid, ask] = [book.bids[0], book.asks[0]];
  return (
    <>
      <DepthSide side="ask" levels={book.asks.toReversed()} {...shared} />
      <p className="num my-1 flex justify-between border-y border-line px-2 py-1.5 text-caption text-ink-2">
        <span>{t("depth.spread")}</span>
        <span>
          {bid && ask ? (
            <PriceDigits value={subtract(ask.price, bid.price)} {...shared.look} />
          ) : (
            NO_VALUE
          )}
        </span>
      </p>
      <DepthSide side="bid" levels={book.bids} {...shared} />
    </>
  );
}
