import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { isPositive } from "@/decimal";
import { ConfirmSheet } from "@/money/ConfirmSheet";
import { useCancelOrder } from "@/money/orders";
import { instrumentName } from "@/products/instrumentName";
import { amountOf, wordsOf } from "@/products/words";
import { priceTerms } from "@/trade/priceTerms";
import { isOpen } from "@/trade/words";
import { formatDecimal, KeyValue, KeyValues, Own, toast, useOwnText } from "@/ui";
import { legKindOf } from "./legs";
import { orderDetail, takeOrder } from "./queries";

/** The effect of a cancellation on the other orders of the group; null for an order by itself. */
function useGroupEffect(order: Order): string | null {
  const { t } = useTranslation("orders");
  const kind = legKindOf(order);
  const other = kind && order.legs.find(({ id }) => id !== order.id);
  const { data } = useQuery({ ...orderDetail(other?.id ?? ""), enabled: Boolean(other) });
  if (order.legs.length === 0) return null;
  if (kind === null) return t(isPositive(order.filled) ? "cancel.legsStay" : "cancel.endsLegs");
  if (!other) return t("cancel.bare");
  // The other leg may have been canceled before.
  if (!data) return null;
  return isOpen(data.status) ? t(`cancel.stays.${other.kind}`) : t("cancel.bare");
}

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
  const effect = useGroupEffect(order);
  const quantity = own(formatDecimal(order.quantity));
  return (
    <ConfirmSheet
      onClose={onClose}
      title={t("cancel.question")}
      action={cancelling}
      unanswered={unanswered}
      unansweredText={t("cancel.unanswered")}
      market={order.market}
      label={t("cancel.confirm")}
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
      {effect === null ? null : <p className="mt-2 text-small text-ink-2">{effect}</p>}
    </ConfirmSheet>
  );
}
