import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fundingOverview } from "@/api/fundingOverview";
import { instrumentDetail } from "@/api/instrument";
import type { Position } from "@/api/positions";
import { useMoneyAction } from "@/api/useMoneyAction";
import { instrumentName } from "@/instrumentName";
import { formatPriceOf, priceLook } from "@/products";
import { AmountField, compare, isPositive, toast, useOwnText } from "@/ui";
import { protect } from "../calls";
import { ChangeSheet } from "./ChangeSheet";
import { type Known, profitAt } from "./profitAt";

interface StopFieldProps {
  position: Position;
  which: "stopLoss" | "takeProfit";
  value: string;
  onChange: (value: string) => void;
  /** The price that the field has to be beyond, if it is on the wrong side. */
  passed: string | null;
  known: Known;
}

function StopField({ position, which, value, onChange, passed, known }: StopFieldProps) {
  const { t } = useTranslation("positions");
  const own = useOwnText();
  const result = isPositive(value) ? profitAt(position, value, known) : null;
  return (
    <AmountField
      label={t(`margin.${which}`)}
      value={value}
      onChange={onChange}
      decimals={priceLook(position, value).decimals}
      placeholder={t("margin.none")}
      error={
        passed === null
          ? undefined
          : t(`margin.wrongSide.${position.side}.${which}`, {
              price: formatPriceOf(position, passed),
            })
      }
      hint={
        result ? (
          <span className="num">
            {t("margin.resultAt", { amount: own(result.amount), currency: result.currency })}
          </span>
        ) : undefined
      }
    />
  );
}

/** Sets prices that close a position: at a loss, at a profit, or both; each cancels the other. */
export function ProtectSheet({ position, onClose }: { position: Position; onClose: () => void }) {
  const { t } = useTranslation("positions");
  const { id, margin, side } = position;
  const [stopLoss, setStopLoss] = useState(margin?.stopLoss ?? "");
  const [takeProfit, setTakeProfit] = useState(margin?.takeProfit ?? "");
  const { data } = useQuery(instrumentDetail(position));
  const { data: overview } = useQuery(fundingOverview);
  const known = { baseCurrency: data?.baseCurrency, rates: overview?.rates };
  const mark = (side === "long" ? data?.quote.bid : data?.quote.ask) ?? margin?.mark ?? null;
  const protecting = useMoneyAction(protect, {
    subject: instrumentName(position),
    onAnswer() {
      toast(t("margin.protectDone"));
      onClose();
    },
  });
  // For a long position a stop is below the mark and a target above it; for a short one the other way round.
  const way = side === "long" ? 1 : -1;
  const reached = (price: string, sign: 1 | -1) =>
    isPositive(price) && mark !== null && compare(price, mark) * way * sign <= 0;
  const lossReached = reached(stopLoss, -1);
  const profitReached = reached(takeProfit, 1);
  const given = (price: string) => (isPositive(price) ? price : undefined);
  const [stop, take] = [given(stopLoss), given(takeProfit)];
  const isSame =
    (stop ?? null) === (margin?.stopLoss ?? null) &&
    (take ?? null) === (margin?.takeProfit ?? null);
  const body = {
    id,
    ...(stop === undefined ? {} : { stopLoss: stop }),
    ...(take === undefined ? {} : { takeProfit: take }),
  };
  const wrong = lossReached || profitReached;
  return (
    <ChangeSheet
      position={position}
      title={t("margin.protect")}
      confirm={t("margin.protectSet")}
      action={protecting}
      body={isSame || wrong ? null : body}
      reason={isSame ? t("margin.choosePrices") : wrong ? t("margin.changePrices") : null}
      onClose={onClose}
    >
      <p className="num pb-2 text-small text-ink-2">
        {t("margin.markNow", { price: formatPriceOf(position, mark) })}
      </p>
      <div className="space-y-2">
        <StopField
          position={position}
          which="takeProfit"
          value={takeProfit}
          onChange={setTakeProfit}
          passed={profitReached ? mark : null}
          known={known}
        />
        <StopField
          position={position}
          which="stopLoss"
          value={stopLoss}
          onChange={setStopLoss}
          passed={lossReached ? mark : null}
          known={known}
        />
      </div>
      <p className="pt-2 text-small text-ink-2">{t("margin.protectHint")}</p>
    </ChangeSheet>
  );
}
