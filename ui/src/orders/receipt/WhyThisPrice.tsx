import { useTranslation } from "react-i18next";
import type { Receipt, ReceiptSettlement, ReceiptTick } from "@/api/receipt";
import { formatPriceOf } from "@/products";
import { Card, equal, formatDecimal, formatExchangeClock, KeyValue, KeyValues } from "@/ui";

/** The level of the book at the fill's price: the best one, or one behind it. */
function usePaidSide({ bookSide, fill }: Receipt, tick: ReceiptTick): string {
  const { t } = useTranslation("orders");
  const levels = bookSide === "ask" ? tick.asks : tick.bids;
  const level = levels.findIndex(({ price }) => equal(price, fill.price));
  const isAsk = bookSide === "ask";
  return level > 0
    ? t(isAsk ? "why.askLevel" : "why.bidLevel", { level: level + 1 })
    : t(isAsk ? "why.theAsk" : "why.theBid");
}

function OfTick({ receipt, tick }: { receipt: Receipt; tick: ReceiptTick }) {
  const { t, i18n } = useTranslation("orders");
  const { fill, tickToFill } = receipt;
  const side = usePaidSide(receipt, tick);
  const sizes = `${formatDecimal(tick.bidSize)} / ${formatDecimal(tick.askSize)}`;
  return (
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
        {formatExchangeClock(tick.at, i18n.language, fill)}
      </KeyValue>
      <KeyValue label={t("why.receivedTime")}>
        {formatExchangeClock(tick.receivedAt, i18n.language, fill)}
      </KeyValue>
      {tickToFill === null ? null : (
        <KeyValue label={t("why.tickToFill")}>
          {t("why.milliseconds", {
            count: tickToFill,
            formatted: formatDecimal(String(tickToFill)),
          })}
        </KeyValue>
      )}
    </KeyValues>
  );
}

function OfSettlement({
  receipt,
  settlement,
}: {
  receipt: Receipt;
  settlement: ReceiptSettlement;
}) {
  const { t, i18n } = useTranslation("orders");
  const { rate } = settlement;
  return (
    <KeyValues>
      <KeyValue label={t("why.settlement")}>
        {formatPriceOf(receipt.fill, settlement.price)}
      </KeyValue>
      <KeyValue label={t("why.settledAt")}>
        {formatExchangeClock(settlement.at, i18n.language, receipt.fill)}
      </KeyValue>
      <KeyValue label={t("why.method")}>{t(`why.by.${settlement.method}`)}</KeyValue>
      {rate ? (
        <KeyValue label={rate.pair}>
          {rate.bid} / {rate.ask}
        </KeyValue>
      ) : null}
    </KeyValues>
  );
}

/** The proof of a fill's price: the market tick that it was made against, or the settlement of its contract. */
export function WhyThisPrice({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation("orders");
  const { tick, settlement } = receipt;
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">{t("why.title")}</h2>
      {tick ? <OfTick receipt={receipt} tick={tick} /> : null}
      {settlement ? <OfSettlement receipt={receipt} settlement={settlement} /> : null}
    </Card>
  );
}
