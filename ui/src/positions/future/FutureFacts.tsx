import { useTranslation } from "react-i18next";
import type { FutureHolding } from "@/api/futureRows";
import type { Position } from "@/api/positions";
import { formatPriceOf } from "@/products";
import {
  Card,
  formatDecimal,
  formatMoney,
  KeyValue,
  KeyValues,
  NO_VALUE,
  Own,
  SignedText,
  useOwnText,
} from "@/ui";
import { formatShortDate } from "@/ui/time";
import { RollButton } from "./RollButton";
import { useExpiryText } from "./useExpiryText";

interface FutureFactsProps {
  position: Position;
  future: FutureHolding;
}

/** The daily settlements of a position in a future and its end, with the way into the next month. */
export function FutureFacts({ position, future }: FutureFactsProps) {
  const { t, i18n } = useTranslation(["positions", "orders"]);
  const { currency, priceCurrency, multiplier, todayProfit } = position;
  const { settlementPrice, settledProfit, lastTradeDay, lastOpenDay, marginCall } = future;
  const own = useOwnText();
  const { left, isSoon } = useExpiryText(position.market, future);
  const day = (date: string) => formatShortDate(date, i18n.language);
  const money = (amount: string) => (
    <>
      <Own>
        <SignedText value={amount} />
      </Own>{" "}
      {currency}
    </>
  );
  return (
    <Card className="mt-3">
      {marginCall ? (
        <p role="alert" className="num pb-2 text-small font-semibold text-caution">
          {t("positions:future.marginCall", {
            amount: own(formatMoney(marginCall, currency)),
            currency,
          })}
        </p>
      ) : null}
      <KeyValues>
        <KeyValue label={t("orders:future.multiplier")}>
          {t("orders:future.point", { amount: formatDecimal(multiplier), currency: priceCurrency })}
        </KeyValue>
        <KeyValue label={t("positions:future.settlementPrice")}>
          {settlementPrice === null ? NO_VALUE : formatPriceOf(position, settlementPrice)}
        </KeyValue>
        {todayProfit === null ? null : (
          <KeyValue label={t("positions:future.sinceSettlement")}>{money(todayProfit)}</KeyValue>
        )}
        <KeyValue
          label={
            <>
              {t("positions:future.settled")}
              <span className="block text-caption">{t("positions:future.settledHint")}</span>
            </>
          }
        >
          {money(settledProfit)}
        </KeyValue>
        <KeyValue label={t("orders:future.lastTradeDay")}>
          <span className={isSoon ? "font-semibold text-caution" : undefined}>
            {t("orders:future.daysLeft", { count: left, day: day(lastTradeDay) })}
          </span>
        </KeyValue>
        {lastOpenDay && lastOpenDay !== lastTradeDay ? (
          <KeyValue label={t("orders:future.closeOnly")}>{day(lastOpenDay)}</KeyValue>
        ) : null}
      </KeyValues>
      <RollButton
        position={position}
        className="mt-2 min-h-11 w-full rounded-control bg-sunken px-1 text-note font-semibold transition-transform duration-150 active:scale-[0.985]"
      />
    </Card>
  );
}
