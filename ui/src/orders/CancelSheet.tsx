import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "@/api/client";
import type { OrderRow } from "@/api/types";
import { Button, formatDecimal, formatPrice, KeyValue, KeyValues, Sheet, toast } from "@/ui";
import { cancelOrder } from "./calls";
import { takeOrder } from "./queries";

interface CancelSheetProps {
  /** The order to ask about; null closes the sheet. */
  order: OrderRow | null;
  onClose: () => void;
}

function useCancel(onClose: () => void) {
  const { t } = useTranslation("orders");
  const client = useQueryClient();
  // One key for one order, so that a second press after a lost answer repeats the first.
  const keys = useRef(new Map<string, string>());
  const keyOf = (id: string) => {
    const key = keys.current.get(id) ?? newIdempotencyKey();
    keys.current.set(id, key);
    return key;
  };
  return useMutation({
    mutationFn: (id: string) => cancelOrder(id, keyOf(id)),
    onSuccess: (order) => {
      takeOrder(client, order);
      toast(t("cancel.done"));
    },
    onSettled: onClose,
  });
}

/** Asks whether an order that waits is to be cancelled. */
export function CancelSheet({ order, onClose }: CancelSheetProps) {
  const { t } = useTranslation("orders");
  const cancel = useCancel(onClose);
  if (!order) return null;
  const rest = `${formatDecimal(order.quantity)} × ${order.price ? formatPrice(order.price) : t("orderType.market")}`;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("cancel.question")}
      actions={
        <>
          <Button look="ghost" onClick={onClose} disabled={cancel.isPending}>
            {t("cancel.keep")}
          </Button>
          <Button onClick={() => cancel.mutate(order.id)} busy={cancel.isPending}>
            {t("cancel.label", { code: order.stock_code })}
          </Button>
        </>
      }
    >
      <KeyValues>
        <KeyValue label={order.name}>{rest}</KeyValue>
        {order.held ? (
          <KeyValue label={t("cancel.released")}>
            {formatDecimal(order.held.amount, { min: 2 })} {order.held.currency}
          </KeyValue>
        ) : null}
      </KeyValues>
    </Sheet>
  );
}
