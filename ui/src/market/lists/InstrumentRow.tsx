import { memo, type ReactNode, useId } from "react";
import type { ListedInstrument } from "@/api/market";
import { codeOf, HOME_CURRENCY, kindOf, priceLook, quoteAddress } from "@/products";
import { rowTitleOf } from "@/products/rowTitle";
import { useQuote, useQuotePart } from "@/push/quotes";
import { classes, directionOf, LogoTile, PriceOverPill, Sparkline } from "@/ui";
import { Link } from "@/ui/Link";
import { RowMark } from "./RowMark";

/** The only part of a row that is redrawn with each tick. */
export function LivePrice({ instrument }: { instrument: ListedInstrument }) {
  const quote = useQuote(instrument) ?? instrument.quote;
  return (
    <span className={quote.stale ? "grayscale" : undefined}>
      <PriceOverPill
        price={quote.last}
        percent={quote.changePercent}
        gain={quote.change}
        {...priceLook(instrument, quote.last)}
      />
    </span>
  );
}

/** The recent closes in the colour of the day. It is redrawn when the direction changes, not with each tick. */
function DaySparkline({ instrument, id }: { instrument: ListedInstrument; id: string }) {
  const direction = useQuotePart(instrument, (quote) =>
    directionOf((quote ?? instrument.quote).change),
  );
  // Before the closes are loaded, a line marks their place.
  if (instrument.recentCloses.length < 2) {
    return (
      <span
        aria-hidden
        className="h-0.5 w-14 shrink-0 rounded-full bg-sunken @max-[280px]:hidden"
      />
    );
  }
  return (
    <Sparkline
      points={instrument.recentCloses}
      level={instrument.previousClose}
      direction={direction}
      width={56}
      of="closes"
      id={id}
      // In a narrow column the name takes its place.
      className="shrink-0 @max-[280px]:hidden"
    />
  );
}

/**
 * The symbol and exchange, and the currency if neither implies it, as a coin's symbol does; for a pair its name, and for
 * a contract its month and symbol, with no room for more.
 */
function subtitleOf(instrument: ListedInstrument): string {
  const { exchange, currency, baseCurrency } = instrument;
  const { second } = rowTitleOf(instrument);
  if (instrument.assetClass === "future") return second;
  const isImplied = exchange === "HKEX" || baseCurrency !== null || kindOf(instrument).coin;
  const isForeign = currency !== HOME_CURRENCY && !isImplied;
  return [second, exchange, isForeign ? currency : ""].filter(Boolean).join(" · ");
}

interface InstrumentRowProps {
  instrument: ListedInstrument;
  /** A rank or another mark before the logo. */
  start?: ReactNode;
  onOpen?: (instrument: ListedInstrument) => void;
  /** The address that it opens; that of the quote by default. */
  address?: string;
  /** True if that screen replaces the present one. */
  replace?: boolean;
  /** True to leave out the recent closes, so that the whole name fits. */
  plain?: boolean;
}

/** An instrument of a list: logo, name over symbol, recent closes, price over change. */
export const InstrumentRow = memo(function InstrumentRow({
  instrument,
  start,
  onOpen,
  address,
  replace,
  plain,
}: InstrumentRowProps) {
  const closes = useId();
  return (
    <Link
      to={address ?? quoteAddress(instrument)}
      {...(replace ? { replace } : {})}
      aria-describedby={closes}
      data-row
      onClick={onOpen && (() => onOpen(instrument))}
      className="@container flex h-15 items-center gap-2.5 border-b border-line"
    >
      {start}
      <LogoTile code={codeOf(instrument)} name={instrument.name} />
      <span className="min-w-0 flex-1">
        <span
          className={classes(
            "block text-[15px] font-semibold",
            // The longest names are those of contracts.
            instrument.assetClass === "future" ? "line-clamp-2 leading-[18px]" : "truncate",
          )}
        >
          {rowTitleOf(instrument).first}
        </span>
        <span className="num block truncate text-caption text-ink-2">
          <RowMark of={instrument} />
          {subtitleOf(instrument)}
        </span>
      </span>
      {plain ? null : <DaySparkline instrument={instrument} id={closes} />}
      <span className="flex min-w-20 shrink-0 justify-end">
        <LivePrice instrument={instrument} />
      </span>
    </Link>
  );
});
