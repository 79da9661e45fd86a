import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { ConfirmSheet } from "@/app/ConfirmSheet";
import { instrumentName } from "@/instrumentName";
import { titleOf } from "@/products";
import { amountOf, wordsOf } from "@/products/words";
import { formatDecimal, KeyValue, KeyValues, Own, toast, useOwnText } from "@/ui";
import { isPositive } from "@/ui/decimal";
import { useCancelOrder } from "./calls";
import { priceTerms } from "./priceTerms";
import { takeOrder } from "./queries";

interface CancelSheetProps {
  /** The order to cancel. */
  order: Order;
  onClose: () => void;
}

/** Asks for confirmation before a working order is cancelled. */
export function CancelSheet({ order, onClose }: CancelSheetProps) {
  const { t } = useTranslation("orders");
  const client = useQueryClient();
  const cancelling = useCancelOrder(order, (cancelled) => {
    takeOrder(client, cancelled);
    toast(t("cancel.done"));
    onClose();
  });
  const { perform, busy } = cancelling;
  const unanswered = busy ? null : cancelling.earlierOf({ id: order.id });
  const own = useOwnText();
  const quantity = own(formatDecimal(order.quantity));
  return (
    <ConfirmSheet
      onClose={onClose}
      title={t("cancel.question")}
      action={cancelling}
      unanswered={unanswered}
      unansweredText={t("cancel.unanswered")}
      market={order.market}
      label={t("cancel.label", { instrument: titleOf(order).first })}
      leave={t("cancel.keep")}
      onConfirm={() => perform({ id: order.id })}
    >
      <KeyValues>
        <KeyValue
          label={t(`deed.${order.side}`, {
            what: amountOf(t, order, quantity, instrumentName(order)),
            context: wordsOf(order),
          })}
        >
          {priceTerms(t, order, order.prices)}
        </KeyValue>
        {isPositive(order.filled) ? (
          <KeyValue label={t("list.filled")}>
            {own(formatDecimal(order.filled))} / {quantity}
          </KeyValue>
        ) : null}
        {order.held ? (
          <KeyValue label={t("cancel.released")}>
            <Own>{formatDecimal(order.held.amount, { min: 2 })}</Own> {order.held.currency}
          </KeyValue>
        ) : null}
      </KeyValues>
    </ConfirmSheet>
  );
}
