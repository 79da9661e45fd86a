import { useTranslation } from "react-i18next";
import type { OrderStatus } from "@/api/orders";

const LOOKS: Record<OrderStatus, string> = {
  working: "bg-info-soft text-info",
  partlyFilled: "bg-info-soft text-info",
  filled: "bg-success-soft text-success",
  cancelled: "bg-sunken text-ink-2",
  expired: "bg-sunken text-ink-2",
  rejected: "bg-danger-soft text-danger",
};

/** The status of an order, in one word. */
export function OrderStatusPill({ status }: { status: OrderStatus }) {
  const { t } = useTranslation("orders");
  return (
    <span
      className={`inline-block shrink-0 rounded-pill px-2 py-0.5 text-caption font-semibold ${LOOKS[status]}`}
    >
      {t(`status.${status}`)}
    </span>
  );
}
