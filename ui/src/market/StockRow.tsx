import { memo, type ReactNode } from "react";
import type { Stock } from "@/api/types";
import { useQuote, useQuotePart } from "@/push/quotes";
import { to } from "@/screens";
import { ChangePill, directionOf, LogoTile, PriceText, Sparkline } from "@/ui";
import { Link } from "@/ui/Link";

/** The address of a stock's quote screen. */
export const quoteAddress = ({ stock_code, name, source, market }: Stock) =>
  to("quoteStock", { code: stock_code, name, source, market });

/** The only part of a row that a tick draws again. */
export function LivePrice({ stock }: { stock: Stock }) {
  const quote = useQuote(stock.market, stock.stock_code) ?? stock;
  return (
    <span className={quote.stale ? "text-right grayscale" : "text-right"}>
      <PriceText value={quote.price_nominal} className="block font-semibold" />
      <ChangePill percent={quote.change_ratio} />
    </span>
  );
}

/** The recent closes in the colour of the day. It is drawn again when the day turns, and not with each tick. */
function DaySparkline({ stock }: { stock: Stock }) {
  const direction = useQuotePart(stock.market, stock.stock_code, (quote) =>
    directionOf((quote ?? stock).change_ratio),
  );
  return (
    <Sparkline points={stock.indicatorsQuoteClose} direction={direction} className="shrink-0" />
  );
}

interface StockRowProps {
  stock: Stock;
  /** A rank or another mark before the logo. */
  start?: ReactNode;
  onOpen?: (stock: Stock) => void;
}

/** One stock of a list: logo, name over code, recent closes, price over change. */
export const StockRow = memo(function StockRow({ stock, start, onOpen }: StockRowProps) {
  return (
    <Link
      to={quoteAddress(stock)}
      data-row
      onClick={onOpen && (() => onOpen(stock))}
      className="flex h-15 items-center gap-2.5 border-b border-line"
    >
      {start}
      <LogoTile code={stock.stock_code} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[15px] font-semibold">{stock.name}</span>
        <span className="num block truncate text-caption text-ink-2">
          {stock.exchange ? `${stock.stock_code} · ${stock.exchange}` : stock.stock_code}
        </span>
      </span>
      <DaySparkline stock={stock} />
      <span className="flex min-w-[92px] shrink-0 justify-end">
        <LivePrice stock={stock} />
      </span>
    </Link>
  );
});
