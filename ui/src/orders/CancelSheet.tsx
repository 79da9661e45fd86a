import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { instrumentName } from "@/instrumentName";
import { titleOf } from "@/products";
import { wordsOf } from "@/products/words";
import {
  Button,
  FormError,
  formatDecimal,
  KeyValue,
  KeyValues,
  Own,
  Sheet,
  toast,
  UnansweredNotice,
  useOwnText,
} from "@/ui";
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
  const { t } = useTranslation(["orders", "common", "money"]);
  const client = useQueryClient();
  const cancelling = useCancelOrder(order, (cancelled) => {
    takeOrder(client, cancelled);
    toast(t("cancel.done"));
    onClose();
  });
  const { perform, busy, refusal } = cancelling;
  const unanswered = busy ? null : cancelling.earlierOf({ id: order.id });
  const own = useOwnText();
  const quantity = own(formatDecimal(order.quantity));
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("cancel.question")}
      busy={busy}
      actions={
        <>
          <Button look="ghost" onClick={onClose} disabled={busy}>
            {unanswered ? t("common:action.close") : t("cancel.keep")}
          </Button>
          <Button onClick={() => perform({ id: order.id })} busy={busy}>
            {unanswered
              ? t("money:unanswered.findOut")
              : t("cancel.label", { instrument: titleOf(order).first })}
          </Button>
        </>
      }
    >
      <KeyValues>
        <KeyValue
          label={t(order.side === "buy" ? "review.buy" : "review.sell", {
            quantity,
            instrument: instrumentName(order),
            context: wordsOf(order),
          })}
        >
          {priceTerms(t, order)}
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
      <div className="mt-3 empty:hidden">
        <FormError text={refusal?.msg} />
        {unanswered ? (
          <UnansweredNotice since={unanswered.since} market={order.market}>
            {t("cancel.unanswered")}
          </UnansweredNotice>
        ) : null}
      </div>
    </Sheet>
  );
}
