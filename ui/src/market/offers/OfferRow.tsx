import type { ReactNode } from "react";
import type { ListedInstrument } from "@/api/market";
import { codeOf, quoteAddress } from "@/products";
import { LogoTile } from "@/ui";
import { Link } from "@/ui/Link";

interface OfferRowProps {
  instrument: ListedInstrument;
  /** Beneath its name. */
  subtitle: ReactNode;
  /** What it costs. */
  price: ReactNode;
  /** Two facts of what is offered, in a line of their own. */
  facts: readonly [ReactNode, ReactNode];
}

/** A stock of which something is offered: who it is, what it costs, and two facts of the offer. */
export function OfferRow({ instrument, subtitle, price, facts: [first, second] }: OfferRowProps) {
  return (
    <Link to={quoteAddress(instrument)} data-row className="num block border-b border-line py-2.5">
      <span className="flex items-center gap-2.5">
        <LogoTile code={codeOf(instrument)} name={instrument.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[15px] font-semibold">{instrument.name}</span>
          <span className="flex items-center gap-1.5 text-caption text-ink-2">{subtitle}</span>
        </span>
        {price}
      </span>
      <span className="mt-1 flex justify-between gap-3 pl-[46px] text-caption text-ink-2">
        <span>{first}</span>
        <span>{second}</span>
      </span>
    </Link>
  );
}
