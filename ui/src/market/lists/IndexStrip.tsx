import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { priceLook, quoteAddress } from "@/products";
import { useQuote } from "@/push/quotes";
import { directionOf, PriceText, SignedText, Skeleton, Sparkline } from "@/ui";
import { Link } from "@/ui/Link";
import { indices } from "../queries";
import { RowMark } from "./RowMark";

const TILE = "min-w-[128px] shrink-0 rounded-card bg-surface px-3 py-2 shadow-card";

function IndexTile({ instrument }: { instrument: ListedInstrument }) {
  const { last, change, changePercent } = useQuote(instrument) ?? instrument.quote;
  const closes = useId();
  return (
    <Link to={quoteAddress(instrument)} aria-describedby={closes} data-row className={TILE}>
      <span className="block max-w-[120px] truncate text-caption text-ink-2">
        <RowMark of={instrument} />
        {instrument.name}
      </span>
      <PriceText
        value={last}
        {...priceLook(instrument, last)}
        className="my-0.5 inline-block font-semibold"
      />
      <span className="flex items-end justify-between gap-2">
        <SignedText
          value={changePercent}
          gain={change}
          percent
          className="text-caption font-semibold"
        />
        <Sparkline
          points={instrument.recentCloses}
          level={instrument.previousClose}
          direction={directionOf(change)}
          of="closes"
          id={closes}
          width={44}
          height={20}
        />
      </span>
    </Link>
  );
}

interface IndexStripProps {
  className?: string;
  /** The query for the indices, if in another order. */
  of?: typeof indices;
}

/** The best-known indices of the world, in a strip that scrolls sideways. */
export function IndexStrip({ className = "mt-4", of = indices }: IndexStripProps) {
  const { t } = useTranslation("market");
  const { data, error } = useQuery(of);
  // If they cannot be read, the movers below show the error, with a retry button.
  if (data?.length === 0 || (!data && error)) return null;
  return (
    <section
      aria-label={t("indices.label")}
      className={`no-scrollbar -mx-4 flex shrink-0 snap-x scroll-px-4 gap-2.5 overflow-x-auto px-4 pb-2 ${className}`}
    >
      {data
        ? data.map((instrument) => <IndexTile key={instrument.id} instrument={instrument} />)
        : ["first", "second", "third"].map((key) => (
            <Skeleton key={key} className="h-[79px] min-w-[128px] rounded-card" />
          ))}
    </section>
  );
}
