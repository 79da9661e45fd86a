import { useTranslation } from "react-i18next";
import type { FutureHolding } from "@/api/futureRows";
import type { Position } from "@/api/positions";
import { formatPriceOf } from "@/products";
import { EndLines } from "@/products/EndLines";
import {
  Card,
  formatDecimal,
  KeyValue,
  KeyValues,
  NO_VALUE,
  Own,
  SignedText,
  subtract,
} from "@/ui";
import { RollButton } from "./RollButton";

interface FutureFactsProps {
  position: Position;
  future: FutureHolding;
  /** Called with the new month's code once a roll is confirmed. */
  onRoll?: ((code: string) => void) | undefined;
}

/** The daily settlements of a position in a future and its end, with the way into the next month. */
export function FutureFacts({ position, future, onRoll }: FutureFactsProps) {
  const { t } = useTranslation(["positions", "orders"]);
  const { currency, priceCurrency, multiplier, profit } = position;
  const { settlementPrice, settledProfit } = future;
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
      <KeyValues>
        <KeyValue label={t("orders:future.multiplier")}>
          {t("orders:future.point", { amount: formatDecimal(multiplier), currency: priceCurrency })}
        </KeyValue>
        <KeyValue label={t("positions:future.settlementPrice")}>
          {settlementPrice === null ? NO_VALUE : formatPriceOf(position, settlementPrice)}
        </KeyValue>
        {profit === null || settlementPrice === null ? null : (
          <KeyValue label={t("positions:future.sinceSettlement")}>
            {money(subtract(profit, settledProfit))}
          </KeyValue>
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
        <EndLines of={position} days={future} warns />
      </KeyValues>
      <RollButton
        position={position}
        onRoll={onRoll}
        className="mt-2 min-h-11 w-full rounded-control bg-sunken px-1 text-note font-semibold transition-transform duration-150 active:scale-[0.985]"
      />
    </Card>
  );
}
