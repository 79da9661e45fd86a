import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Listing, Quote } from "@/api/market";
import type { Side } from "@/api/orders";
import type { Position } from "@/api/positions";
import { ConfirmSheet } from "@/money/ConfirmSheet";
import { rollFuture } from "@/money/positions";
import { TOLD_MS, useMoneyAction } from "@/money/useMoneyAction";
import { formatPriceOf } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { counted } from "@/products/words";
import { useQuote } from "@/push/quotes";
import {
  add,
  Card,
  FormError,
  formatMoney,
  KeyValue,
  KeyValues,
  MINUS,
  multiply,
  NO_VALUE,
  negate,
  Own,
  SignedText,
  subtract,
  toast,
  useOwnText,
} from "@/ui";
import { useRollCost } from "./useRollCost";

/** The newest quote of a contract; before the first tick that of its detail. */
function useNewest(listing: Listing): Quote | undefined {
  const { data } = useQuery(instrumentDetail(listing));
  return useQuote(listing, true) ?? data?.quote;
}

interface SideOfRollProps {
  label: string;
  of: Pick<Position, "symbol" | "assetClass">;
  quantity: string;
  direction: string;
  price: string | null;
}

/** One of the two orders: what it closes or opens, and the quote that it would be filled at. */
function SideOfRoll({ label, of, quantity, direction, price }: SideOfRollProps) {
  const { t } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <span className="min-w-0">
        <span className="block text-caption text-ink-2">{label}</span>
        <span className="num block text-note font-semibold">
          {of.symbol}{" "}
          <span className="font-normal text-ink-2">
            {direction} <Own>{counted(orders, of, quantity)}</Own>
          </span>
        </span>
      </span>
      <span className="num shrink-0 text-note font-semibold">
        {price ? t("roll.about", { price: formatPriceOf(of, price) }) : NO_VALUE}
      </span>
    </div>
  );
}

const absolute = (figure: string) => (figure.startsWith("-") ? negate(figure) : figure);

interface PriceStepProps {
  position: Position;
  difference: string;
}

/** The step from one month's price to the other's. It is neither a gain nor a loss, and so in no colour. */
function PriceStep({ position, difference }: PriceStepProps) {
  const { t } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  const own = useOwnText();
  const { quantity, multiplier, priceCurrency } = position;
  const worth = absolute(multiply(multiply(difference, multiplier), quantity));
  const amount = `${formatMoney(worth, priceCurrency)} ${priceCurrency}`;
  return (
    <>
      {difference.startsWith("-") ? MINUS : "+"}
      {formatPriceOf(position, absolute(difference))}
      <span className="block text-caption text-ink-2">
        {t("roll.worth", {
          amount: own(amount),
          quantity: own(counted(orders, position, quantity)),
        })}
      </span>
    </>
  );
}

interface RollSheetProps {
  position: Position;
  /** The code of the month to open. */
  code: string;
  /** Called once the roll is confirmed: its closing may be known before its answer. */
  onRoll?: ((code: string) => void) | undefined;
  onClose: () => void;
}

/** The review of a roll: what is closed, what is opened, at which quotes, and what both orders cost. */
export default function RollSheet({ position, code, onRoll, onClose }: RollSheetProps) {
  const { t } = useTranslation(["positions", "orders", "common"]);
  const { id, market, assetClass, quantity, side, currency } = position;
  const body = { id, symbol: code };
  const rolling = useMoneyAction(rollFuture, {
    subject: position.symbol,
    onAnswer(rolled) {
      toast(rollFuture.outcome(rolled, body, position.symbol), TOLD_MS);
      onClose();
    },
  });
  const [near, next] = [useNewest(position), useNewest({ symbol: code, market })];
  const opening: Side = side === "long" ? "buy" : "sell";
  // A long position is sold at the bid and bought anew at the ask; a short one the other way round.
  const [closeAt, openAt] = side === "long" ? [near?.bid, next?.ask] : [near?.ask, next?.bid];
  const difference = closeAt && openAt ? subtract(openAt, closeAt) : null;
  const cost = useRollCost({ symbol: code, market, side: opening, quantity });
  const direction = t(`positions:side.${side}`);
  const { busy, refusal } = rolling;
  const unanswered = busy ? null : rolling.earlierOf(body);
  const amount = (value: string, of: string): ReactNode => (
    <>
      <Own>{formatMoney(value, of)}</Own> {of}
    </>
  );
  const isQuoted = difference !== null;
  return (
    <ConfirmSheet
      onClose={onClose}
      title={t("positions:roll.action", { contract: code })}
      description={instrumentName(position)}
      action={rolling}
      unanswered={unanswered}
      unansweredText={t("positions:roll.unanswered")}
      market={position}
      label={t("positions:roll.action", { contract: code })}
      reason={isQuoted ? null : t("positions:roll.noQuote")}
      leave={t("common:action.cancel")}
      onConfirm={() => {
        onRoll?.(code);
        rolling.perform(body);
      }}
      problem={
        <FormError text={refusal ? refusal.msg || t("positions:margin.refused") : undefined} />
      }
    >
      <Card className="divide-y divide-line py-1">
        <SideOfRoll
          label={t("positions:roll.closes")}
          of={position}
          {...{ quantity, direction }}
          price={closeAt ?? null}
        />
        <SideOfRoll
          label={t("positions:roll.opens")}
          of={{ symbol: code, assetClass }}
          {...{ quantity, direction }}
          price={openAt ?? null}
        />
      </Card>
      <KeyValues className="mt-2">
        <KeyValue label={t("positions:roll.difference")}>
          {difference === null ? (
            NO_VALUE
          ) : (
            <PriceStep position={position} difference={difference} />
          )}
        </KeyValue>
        {position.profit === null ? null : (
          <KeyValue label={t("positions:roll.profit")}>
            <Own>
              <SignedText value={position.profit} />
            </Own>{" "}
            {currency}
          </KeyValue>
        )}
        {cost?.margin ? (
          <KeyValue label={t("positions:roll.margin")}>
            {amount(cost.margin.margin, cost.currency)}
          </KeyValue>
        ) : null}
        <KeyValue label={t("positions:roll.commission")} total>
          {cost ? amount(add(cost.feeTotal, cost.feeTotal), cost.currency) : NO_VALUE}
        </KeyValue>
      </KeyValues>
      <p className="pt-2 text-small text-ink-2">
        {t("positions:roll.moves")}
        {position.takeProfit || position.stopLoss
          ? ` ${t("positions:roll.legs", { contract: position.symbol })}`
          : null}
      </p>
    </ConfirmSheet>
  );
}
