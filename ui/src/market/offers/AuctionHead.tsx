import { useTranslation } from "react-i18next";
import type { Auction } from "@/api/offerTerms";
import { exchangeName, formatDate, formatTradeMinute } from "@/ui/time";
import { useNow } from "../useNow";
import { untilText } from "./until";

/** The end of a phase. */
const endOf = ({ phase, ...at }: Auction) =>
  ({
    closed: at.collectsAt,
    collecting: at.indicatesAt,
    indicative: at.bindsAt,
    binding: at.closesAt,
    matching: at.endsAt,
  })[phase];

interface AuctionHeadProps {
  auction: Auction;
  market: string;
}

/** The phase of an auction, its end, and the start of the next auction. */
export function AuctionHead({ auction, market }: AuctionHeadProps) {
  const { t, i18n } = useTranslation("offers");
  const now = useNow(1_000);
  const { phase, last } = auction;
  const end = endOf(auction);
  return (
    <div className="num">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3 *:whitespace-nowrap">
        <p className="flex items-center gap-1.5 text-note font-semibold">
          <span
            aria-hidden
            className={`size-2 rounded-full ${phase === "closed" ? "bg-ink-3" : "bg-brass"}`}
          />
          {t(`phase.${phase}`)}
        </p>
        {end === null ? null : (
          <p className="text-note font-semibold">
            <span className="text-caption font-medium text-ink-2">{t(`phaseEnds.${phase}`)} </span>
            {untilText(t, end - now)}
          </p>
        )}
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-3 text-caption text-ink-2">
        <span>
          {phase === "closed" && auction.collectsAt !== null
            ? t("auction.next", {
                time: formatTradeMinute(auction.collectsAt, i18n.language, market),
              })
            : t(`phaseMeans.${phase}`, { zone: exchangeName(market) })}
        </span>
        {phase === "closed" && last ? (
          <span>{t("auction.lastDay", { day: formatDate(last.day, i18n.language) })}</span>
        ) : null}
      </p>
    </div>
  );
}
