import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Order } from "@/api/orders";
import { limitOf, stopOf } from "@/api/orderTerms";
import { encodeProtection, type Position } from "@/api/positions";
import { protect } from "@/money/positions";
import { useMoneyAction } from "@/money/useMoneyAction";
import { formatPriceOf, priceLook } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { useQuote } from "@/push/quotes";
import {
  AmountField,
  Chips,
  compare,
  formatDecimal,
  isPositive,
  toast,
  useOwnText,
  withDecimals,
} from "@/ui";
import { ChangeSheet } from "../margin/ChangeSheet";
import { useProfitText } from "./useProfitText";

type Which = "takeProfit" | "stopLoss";

interface LegFieldProps {
  position: Position;
  which: Which;
  value: string;
  onChange: (value: string) => void;
  /** The price that the field has to be beyond, if it is on the wrong side. */
  passed: string | null;
}

/** The price of a leg, with the profit or loss that it would take. */
function LegField({ position, which, value, onChange, passed }: LegFieldProps) {
  const { t } = useTranslation("positions");
  const profitText = useProfitText(position);
  const { side, margin, available } = position;
  const wrongSide = margin
    ? (`margin.wrongSide.${side}.${which}` as const)
    : (`protection.wrongSide.${which}` as const);
  return (
    <AmountField
      label={t(`margin.${which}`)}
      value={value}
      onChange={onChange}
      decimals={priceLook(position, value).decimals}
      placeholder={t("margin.none")}
      error={passed === null ? undefined : t(wrongSide, { price: formatPriceOf(position, passed) })}
      hint={
        isPositive(value) ? <span className="num">{profitText(value, available)}</span> : undefined
      }
    />
  );
}

/** The part of a position that its legs will close, if other orders have set some of it aside. */
function CoverHint({ position }: { position: Position }) {
  const { t } = useTranslation("positions");
  const own = useOwnText();
  const { available, quantity } = position;
  if (compare(available, quantity) >= 0) return null;
  const values = { quantity: own(formatDecimal(available)), held: own(formatDecimal(quantity)) };
  return (
    <p className="num pt-2 text-small text-ink-2">
      {t(isPositive(available) ? "protection.covers" : "protection.nothingFree", values)}
    </p>
  );
}

/** The prices that a sheet begins with: those of the newest legs. */
function pricesOf(position: Position, legs: readonly Order[]) {
  const full = (price: string | null) =>
    price === null ? "" : withDecimals(price, priceLook(position, price).decimals);
  const stop = legs.find((leg) => stopOf(leg.prices) !== null);
  return {
    takeProfit: full(position.takeProfit),
    stopLoss: full(position.stopLoss),
    limit: full(stop ? limitOf(stop.prices) : null),
  };
}

interface ProtectSheetProps {
  position: Position;
  /** The open legs of the position, of the newest group first. */
  legs: readonly Order[];
  onClose: () => void;
}

/** Sets prices that close a position: at a loss, at a profit, or both; without any it clears them. */
export function ProtectSheet({ position, legs, onClose }: ProtectSheetProps) {
  const { t } = useTranslation("positions");
  const { id, side, available } = position;
  const [before] = useState(() => pricesOf(position, legs));
  const [prices, setPrices] = useState(before);
  const [hasLimit, setHasLimit] = useState(before.limit !== "");
  const { data } = useQuery(instrumentDetail(position));
  const quote = useQuote(position) ?? data?.quote;
  const mark = (side === "long" ? quote?.bid : quote?.ask) ?? position.margin?.mark ?? null;
  // For a long position a stop is below the mark and a target above it; for a short one the other way round.
  const way = side === "long" ? 1 : -1;
  const reached = (price: string, sign: 1 | -1) =>
    isPositive(price) && mark !== null && compare(price, mark) * way * sign <= 0 ? mark : null;
  const [lossPassed, profitPassed] = [reached(prices.stopLoss, -1), reached(prices.takeProfit, 1)];
  const limit = hasLimit ? prices.limit : "";
  const body = {
    id,
    ...(isPositive(prices.takeProfit) ? { takeProfit: prices.takeProfit } : {}),
    ...(isPositive(prices.stopLoss)
      ? {
          stopLoss: {
            stopPrice: prices.stopLoss,
            ...(isPositive(limit) ? { limitPrice: limit } : {}),
          },
        }
      : {}),
  };
  const clears = Object.keys(encodeProtection(body)).length === 1;
  const protecting = useMoneyAction(protect, {
    subject: instrumentName(position),
    onAnswer() {
      toast(t(clears ? "protection.cleared" : "margin.protectDone"));
      onClose();
    },
  });
  const isSame = JSON.stringify({ ...prices, limit }) === JSON.stringify(before);
  const isOpen = hasLimit && isPositive(prices.stopLoss) && !isPositive(limit);
  const isWrong = lossPassed !== null || profitPassed !== null;
  const reason =
    isSame || isOpen ? t("margin.choosePrices") : isWrong ? t("margin.changePrices") : null;
  const change = (which: keyof typeof prices) => (value: string) =>
    setPrices({ ...prices, [which]: value });
  return (
    <ChangeSheet
      position={position}
      title={t("protection.title")}
      confirm={t(clears ? "protection.clear" : "margin.protectSet")}
      action={protecting}
      body={reason === null && (clears || isPositive(available)) ? body : null}
      reason={reason}
      obstacle={clears || isPositive(available) ? undefined : t("protection.nothingFree")}
      onClose={onClose}
    >
      <p className="num pb-2 text-small text-ink-2">
        {t("margin.markNow", { price: formatPriceOf(position, mark) })}
      </p>
      <div className="space-y-2">
        <LegField
          position={position}
          which="takeProfit"
          value={prices.takeProfit}
          onChange={change("takeProfit")}
          passed={profitPassed}
        />
        <LegField
          position={position}
          which="stopLoss"
          value={prices.stopLoss}
          onChange={change("stopLoss")}
          passed={lossPassed}
        />
        {isPositive(prices.stopLoss) ? (
          <div className="flex items-center justify-between gap-3">
            <span className="text-small text-ink-2">{t("protection.then")}</span>
            <Chips
              label={t("protection.then")}
              value={hasLimit ? "limit" : "market"}
              onChange={(then) => setHasLimit(then === "limit")}
              choices={[
                { value: "market", label: t("protection.atMarket") },
                { value: "limit", label: t("protection.atLimit") },
              ]}
            />
          </div>
        ) : null}
        {hasLimit && isPositive(prices.stopLoss) ? (
          <AmountField
            label={t("protection.limit")}
            value={prices.limit}
            onChange={change("limit")}
            decimals={priceLook(position, prices.limit).decimals}
          />
        ) : null}
      </div>
      <CoverHint position={position} />
      <p className="pt-2 text-small text-ink-2">
        {t("margin.protectHint")}{" "}
        {new Set(legs.map(({ groupId }) => groupId)).size > 1 ? t("protection.replacesAll") : null}
      </p>
    </ChangeSheet>
  );
}
