import type { ReactNode } from "react";
import type { ListedInstrument } from "@/api/market";
import { codeOf, quoteAddress } from "@/products";
import { LogoTile } from "@/ui";
import { Link } from "@/ui/Link";

interface OfferRowProps {
  instrument: ListedInstrument;
  /** The line beneath the name. */
  subtitle: ReactNode;
  /** The price at the end. */
  price: ReactNode;
  /** Two facts of the offer: in a line of their own, or in columns before the price if there is room. */
  facts: readonly [ReactNode, ReactNode];
}

/** A stock with an offer: its name, its price, and two facts of the offer. */
export function OfferRow({ instrument, subtitle, price, facts: [first, second] }: OfferRowProps) {
  return (
    <Link
      to={quoteAddress(instrument)}
      data-row
      className="num @container block border-b border-line py-2.5"
    >
      <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <LogoTile code={codeOf(instrument)} name={instrument.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[15px] font-semibold">{instrument.name}</span>
          <span className="flex items-center gap-1.5 text-caption text-ink-2">{subtitle}</span>
        </span>
        <span className="flex shrink-0 justify-end @min-[720px]:order-last @min-[720px]:w-32">
          {price}
        </span>
        <span className="flex w-full justify-between gap-3 pl-[46px] text-caption text-ink-2 @min-[720px]:w-auto @min-[720px]:pl-0 @min-[720px]:*:w-48 @min-[720px]:*:text-right">
          <span>{first}</span>
          <span>{second}</span>
        </span>
      </span>
    </Link>
  );
}
