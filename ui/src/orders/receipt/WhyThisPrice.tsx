import { useTranslation } from "react-i18next";
import type { Receipt } from "@/api/receipt";
import { formatPriceOf } from "@/products";
import { Card, equal, formatDecimal, formatExchangeClock, KeyValue, KeyValues } from "@/ui";

/** The level of the book at the fill's price: the best one, or one behind it. */
function usePaidSide({ bookSide, fill, tick }: Receipt): string {
  const { t } = useTranslation("orders");
  const levels = bookSide === "ask" ? tick.asks : tick.bids;
  const level = levels.findIndex(({ price }) => equal(price, fill.price));
  const isAsk = bookSide === "ask";
  return level > 0
    ? t(isAsk ? "why.askLevel" : "why.bidLevel", { level: level + 1 })
    : t(isAsk ? "why.theAsk" : "why.theBid");
}

/** The market tick that the fill was made against. */
export function WhyThisPrice({ receipt }: { receipt: Receipt }) {
  const { t, i18n } = useTranslation("orders");
  const { tick, fill, tickToFill } = receipt;
  const side = usePaidSide(receipt);
  const sizes = `${formatDecimal(tick.bidSize)} / ${formatDecimal(tick.askSize)}`;
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">{t("why.title")}</h2>
      <KeyValues>
        <KeyValue label={t("why.tick")}>
          {tick.feed} {tick.epoch}/#{formatDecimal(tick.number)}
        </KeyValue>
        <KeyValue label={t("why.quote")}>
          {formatPriceOf(fill, tick.bid)} / {formatPriceOf(fill, tick.ask)}
        </KeyValue>
        <KeyValue label={t("why.sizes")}>{sizes}</KeyValue>
        <KeyValue label={t(fill.side === "buy" ? "why.paid" : "why.received")}>{side}</KeyValue>
        {fill.liquidity ? (
          <KeyValue label={t("liquidity.label")}>{t(`liquidity.${fill.liquidity}`)}</KeyValue>
        ) : null}
        <KeyValue label={t("why.tickTime")}>
          {formatExchangeClock(tick.at, i18n.language, fill.market)}
        </KeyValue>
        <KeyValue label={t("why.receivedTime")}>
          {formatExchangeClock(tick.receivedAt, i18n.language, fill.market)}
        </KeyValue>
        <KeyValue label={t("why.tickToFill")}>
          {t("why.milliseconds", {
            count: tickToFill,
            formatted: formatDecimal(String(tickToFill)),
          })}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}
