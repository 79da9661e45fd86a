import { useTranslation } from "react-i18next";
import type { InstrumentDetail, MarketTrade } from "@/api/market";
import { lookOf } from "@/products/lookOf";
import { classes, PriceDigits, QueryView, SectionTitle, Skeleton } from "@/ui";
import { clockName, formatClockIn } from "@/ui/time";
import { useTrades } from "../live";
import { useSizeText } from "./sizeText";
import { useBookHeads } from "./useBookHeads";

const COLUMNS = "grid grid-cols-[1fr_1.2fr_1fr] gap-2";

function TradeLine({ trade, of }: { trade: MarketTrade; of: InstrumentDetail }) {
  const { t, i18n } = useTranslation("kinds");
  const sizeText = useSizeText();
  const { at, price, size, side } = trade;
  return (
    <li className={classes(COLUMNS, "py-1")}>
      <span className="text-ink-2">{formatClockIn(at, i18n.language, of.timeZone)}</span>
      <span
        className={classes(
          "text-right font-medium",
          side === "buy" ? "text-rise-text" : "text-fall-text",
        )}
      >
        <PriceDigits value={price} {...lookOf(of, price)} />
      </span>
      <span className="text-right">
        {sizeText(size)}
        <abbr title={t(`trades.${side}`)} className="ml-1.5 text-ink-2 no-underline">
          {t(`trades.${side}Mark`)}
        </abbr>
      </span>
    </li>
  );
}

interface RecentTradesProps {
  instrument: InstrumentDetail;
  /** The number of trades to show. */
  count?: number;
}

/** The latest trades, newest first: time, price, size, and aggressor. */
export function RecentTrades({ instrument, count = 10 }: RecentTradesProps) {
  const { t } = useTranslation("kinds");
  const heads = useBookHeads(instrument);
  const clock = clockName(instrument.timeZone, Date.now());
  return (
    <section>
      <SectionTitle>{t("trades.title")}</SectionTitle>
      <QueryView
        query={useTrades(instrument)}
        skeleton={<Skeleton className="h-40 w-full rounded-card" />}
      >
        {(trades) =>
          trades.length > 0 ? (
            <div className="num text-small">
              <div className={classes(COLUMNS, "pb-1 text-caption text-ink-2")}>
                <span className="whitespace-nowrap">{t("trades.time", { clock })}</span>
                <span className="text-right">{heads.price}</span>
                <span className="text-right">{heads.size}</span>
              </div>
              <ul aria-label={t("trades.title")}>
                {trades.slice(0, count).map((trade) => (
                  <TradeLine
                    key={`${trade.at} ${trade.price} ${trade.size}`}
                    trade={trade}
                    of={instrument}
                  />
                ))}
              </ul>
            </div>
          ) : (
            <p className="text-small text-ink-2">{t("trades.none")}</p>
          )
        }
      </QueryView>
    </section>
  );
}
