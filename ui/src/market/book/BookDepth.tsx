import Big from "big.js";
import { useTranslation } from "react-i18next";
import type { Book } from "@/api/depth";
import type { InstrumentDetail, Level } from "@/api/market";
import { lookOf } from "@/products/lookOf";
import { classes, PriceDigits, type PriceLook } from "@/ui";
import { useSizeText } from "./sizeText";

/** The levels shown side by side on a phone, and all that the server sends. */
const BESIDE = 5;
const ALL = 10;

interface SideProps {
  side: "bid" | "ask";
  /** Best first. */
  levels: Level[];
  /** The levels shown at any width; those behind them are shown if there is room. */
  always: number;
  largest: Big;
  look: PriceLook;
}

/** One side of the book. The tint behind a level is its size against the largest of the book. */
function DepthSide({ side, levels, always, largest, look }: SideProps) {
  const { t } = useTranslation("market");
  const sizeText = useSizeText();
  const tint = side === "bid" ? "bg-rise-soft" : "bg-fall-soft";
  const text = side === "bid" ? "text-rise-text" : "text-fall-text";
  return (
    <ul aria-label={t(`quote.${side}`)} className="num flex flex-col text-small">
      {levels.map(({ price, size }, place) => (
        <li
          key={price}
          className={classes(
            "relative justify-between px-2 py-1",
            place < always ? "flex" : "hidden @min-[500px]:flex",
          )}
        >
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

/** The largest size, which each level's tint is relative to, and the format of its price. */
function sharedOf({ bids, asks }: Book, instrument: InstrumentDetail) {
  const sizes = [...bids, ...asks].map(({ size }) => new Big(size));
  const largest = sizes.reduce((max, size) => (size.gt(max) ? size : max), new Big(0));
  return { largest, look: lookOf(instrument, instrument.quote.bid) };
}

interface BookProps {
  instrument: InstrumentDetail;
  book: Book;
}

interface DepthProps extends BookProps {
  /** True to show all levels at any width. */
  whole?: boolean;
}

/** Both sides of the book, side by side, best first. */
export function Depth({ instrument, book, whole = false }: DepthProps) {
  const shared = { always: whole ? ALL : BESIDE, ...sharedOf(book, instrument) };
  return (
    <div className="@container">
      <div className="grid grid-cols-2 gap-3">
        <DepthSide side="bid" levels={book.bids} {...shared} />
        <DepthSide side="ask" levels={book.asks} {...shared} />
      </div>
    </div>
  );
}
