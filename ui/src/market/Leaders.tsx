import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Stock } from "@/api/types";
import { useLive } from "@/push/quotes";
import { directionOf, PriceText, SignedText, Skeleton, Sparkline } from "@/ui";
import { Link } from "@/ui/Link";
import { leaders } from "./queries";
import { quoteAddress } from "./StockRow";

const TILE = "min-w-[128px] shrink-0 rounded-card bg-surface p-3 shadow-card";

function Leader({ stock }: { stock: Stock }) {
  const { price_nominal, change_ratio } = useLive(stock);
  const direction = directionOf(change_ratio);
  return (
    <Link to={quoteAddress(stock)} data-row className={TILE}>
      <span className="block max-w-[120px] truncate text-caption text-ink-2">{stock.name}</span>
      <PriceText value={price_nominal} className="my-0.5 inline-block font-semibold" />
      <span className="flex items-end justify-between gap-2">
        <SignedText value={change_ratio} percent className="text-caption font-semibold" />
        <Sparkline
          points={stock.indicatorsQuoteClose}
          direction={direction}
          width={44}
          height={20}
        />
      </span>
    </Link>
  );
}

/** The market's largest companies in a strip that scrolls sideways. */
export function Leaders() {
  const { t } = useTranslation("market");
  const { data, error } = useQuery(leaders);
  // Where they cannot be read the movers below say so, and offer to try again.
  if (data?.length === 0 || (!data && error)) return null;
  return (
    <section
      aria-label={t("leaders.label")}
      className="no-scrollbar -mx-4 mt-4 flex snap-x scroll-px-4 gap-2.5 overflow-x-auto px-4 pb-2"
    >
      {data
        ? data.map((stock) => <Leader key={stock.id} stock={stock} />)
        : ["first", "second", "third"].map((key) => (
            <Skeleton key={key} className="h-[84px] min-w-[128px] rounded-card" />
          ))}
    </section>
  );
}
