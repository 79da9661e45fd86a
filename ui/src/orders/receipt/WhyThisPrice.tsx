import { useTranslation } from "react-i18next";
import type { Receipt } from "@/api/types";
import {
  Card,
  equal,
  formatDecimal,
  formatExchangeClock,
  formatPrice,
  KeyValue,
  KeyValues,
} from "@/ui";
import { BUY } from "../words";

/** Which price of the book it was: the best one, or one behind it. */
function usePaidSide({ side, fill, tick }: Receipt): string {
  const { t } = useTranslation("orders");
  const levels = side === "ask" ? tick.asks : tick.bids;
  const level = levels.findIndex(({ price }) => equal(price, fill.price));
  const name = t(side === "ask" ? "why.theAsk" : "why.theBid");
  return level > 0 ? t("why.level", { side: name, level: level + 1 }) : name;
}

/** The market tick that the fill was made against. */
export function WhyThisPrice({ receipt }: { receipt: Receipt }) {
  const { t, i18n } = useTranslation("orders");
  const { tick, fill, tickToFillMs } = receipt;
  const side = usePaidSide(receipt);
  const sizes = `${formatDecimal(tick.bidSize ?? "")} / ${formatDecimal(tick.askSize ?? "")}`;
  return (
    <Card>
      <h2 className="mb-1 text-body font-semibold">{t("why.title")}</h2>
      <KeyValues>
        <KeyValue label={t("why.tick")}>
          {tick.feed} {tick.epoch}/#{formatDecimal(tick.seq)}
        </KeyValue>
        <KeyValue label={t("why.quote")}>
          {formatPrice(tick.bid ?? "")} / {formatPrice(tick.ask ?? "")}
        </KeyValue>
        <KeyValue label={t("why.sizes")}>{sizes}</KeyValue>
        <KeyValue label={t(fill.direction === BUY ? "why.paid" : "why.received")}>{side}</KeyValue>
        <KeyValue label={t("why.tickTime")}>
          {formatExchangeClock(tick.exchangeTimestamp, i18n.language, fill.market)}
        </KeyValue>
        <KeyValue label={t("why.receivedTime")}>
          {formatExchangeClock(tick.receivedTimestamp, i18n.language, fill.market)}
        </KeyValue>
        <KeyValue label={t("why.tickToFill")}>
          {t("why.milliseconds", {
            count: tickToFillMs,
            formatted: formatDecimal(String(tickToFillMs)),
          })}
        </KeyValue>
      </KeyValues>
    </Card>
  );
}
