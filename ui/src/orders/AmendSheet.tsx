import { useQuery, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import { bodyOf } from "@/api/moneyAction";
import type { Amendment, Order } from "@/api/orders";
import { limitOf } from "@/api/orderTerms";
import type { Unanswered } from "@/api/unanswered";
import { ConfirmSheet } from "@/app/ConfirmSheet";
import { instrumentName } from "@/instrumentName";
import { priceLook, smallestTick } from "@/products";
import { measured } from "@/products/words";
import {
  AmountField,
  compare,
  decimalsOf,
  equal,
  FormError,
  formatDecimal,
  formatTradeMoment,
  isOwnHidden,
  isPositive,
  ownText,
  toast,
  withDecimals,
} from "@/ui";
import { amendOrder, useAmendOrder } from "./calls";
import { outcomeOf } from "./outcome";
import { PriceField } from "./PriceField";
import { takeOrder } from "./queries";
import { useRefusalText } from "./useRefusalText";
import { isOpen, refusalWord, refusedField } from "./words";

/**
 * The changes to an order; null if there are none, or if a field is incomplete. An untouched field is null, and changes
 * nothing.
 */
export function amendmentOf(
  order: Order,
  limitPrice: string | null,
  quantity: string | null,
): Amendment | null {
  const isMissing = (typed: string | null) => typed !== null && !isPositive(typed);
  if (isMissing(limitPrice) || isMissing(quantity)) return null;
  const changes = {
    ...(limitPrice === null || equal(limitPrice, limitOf(order.prices) ?? "0")
      ? {}
      : { limitPrice }),
    ...(quantity === null || equal(quantity, order.quantity) ? {} : { quantity }),
  };
  return Object.keys(changes).length > 0 ? { id: order.id, ...changes } : null;
}

/** True if the order keeps its queue position: only for a smaller quantity at the same price. */
export const keepsItsPlace = (order: Order, { limitPrice, quantity }: Amendment) =>
  limitPrice === undefined && (quantity === undefined || compare(quantity, order.quantity) <= 0);

interface AmendSheetProps {
  /** The order's present state, which untouched fields follow. */
  order: Order;
  onClose: () => void;
}

/** Changes the price or the quantity of a working limit order. */
export function AmendSheet({ order, onClose }: AmendSheetProps) {
  const { t, i18n } = useTranslation(["orders", "common", "money"]);
  const client = useQueryClient();
  const { data: rules } = useQuery(instrumentDetail(order));
  const refusalText = useRefusalText(order.market);
  const [limitPrice, setLimitPrice] = useState<string | null>(null);
  const [quantity, setQuantity] = useState<string | null>(null);
  // True once the customer has said that the change is not the one without an answer.
  const [isNew, setIsNew] = useState(false);
  const timeOf = ({ since }: Unanswered) => formatTradeMoment(since, i18n.language, order.market);
  const amending = useAmendOrder(order, (amended, earlier) => {
    takeOrder(client, amended);
    const texts = i18next.getFixedT(null, "orders");
    const outcome = isOpen(amended.status)
      ? texts("amend.done")
      : outcomeOf(texts, amended, order, isOwnHidden());
    toast(earlier ? t("money:found.amend", { time: timeOf(earlier), outcome }) : outcome);
    onClose();
  });
  const amendment = amendmentOf(order, limitPrice, quantity);
  const { performAsNew, findOut, busy, refusal, found } = amending;
  const unanswered = busy || isNew ? null : amending.earlierOf({ id: order.id });
  const confirm = () => {
    setIsNew(false);
    if (unanswered) findOut(unanswered);
    else if (amendment) performAsNew(amendment);
  };
  const word = refusal ? refusalWord(refusal.error) : null;
  const message = word && word !== "other" ? refusalText(word) : refusal?.msg;
  const field = word ? refusedField(word) : null;
  // The server leaves out trailing zeros of the price.
  const set = limitOf(order.prices) ?? "";
  const limit = withDecimals(set, priceLook(order, set).decimals);
  return (
    <ConfirmSheet
      onClose={onClose}
      title={t("orders:amend.title")}
      description={instrumentName(order)}
      action={amending}
      unanswered={unanswered}
      unansweredText={t("orders:amend.unanswered")}
      unansweredWords={
        unanswered
          ? amendOrder.words(bodyOf(amendOrder, unanswered), unanswered.subject ?? "")
          : undefined
      }
      market={order.market}
      label={t("orders:amend.confirm")}
      reason={amendment ? null : t("orders:amend.unchanged")}
      leave={t("common:action.cancel")}
      onConfirm={confirm}
      onNew={amendment ? () => setIsNew(true) : undefined}
      problem={
        <>
          <FormError
            text={
              found && refusal ? t("money:found.amendRefused", { time: timeOf(found) }) : undefined
            }
          />
          <FormError text={field ? undefined : message} />
        </>
      }
    >
      <div className="space-y-2 pt-1">
        <PriceField
          value={limitPrice ?? limit}
          onChange={setLimitPrice}
          tickSize={rules?.tickSize ?? smallestTick(order, limit)}
          fallback={limit}
          error={field === "price" ? message : undefined}
        />
        <AmountField
          label={t("orders:amend.total")}
          value={quantity ?? order.quantity}
          onChange={setQuantity}
          decimals={decimalsOf(rules?.lotSize ?? "1")}
          unit={rules?.baseCurrency ?? undefined}
          error={field === "quantity" ? message : undefined}
          hint={
            isPositive(order.filled)
              ? t("orders:amend.filled", {
                  quantity: measured(t, order, ownText(formatDecimal(order.filled))),
                })
              : undefined
          }
        />
      </div>
      <p className="mt-3 text-small text-ink-2" aria-live="polite">
        {amendment
          ? t(keepsItsPlace(order, amendment) ? "orders:amend.keeps" : "orders:amend.loses")
          : null}
      </p>
    </ConfirmSheet>
  );
}
