import { useTranslation } from "react-i18next";
import type { CloseReason, OrderStatus } from "@/api/orders";

const LOOKS: Record<OrderStatus, string> = {
  working: "bg-info-soft text-info",
  partlyFilled: "bg-info-soft text-info",
  filled: "bg-success-soft text-success",
  cancelled: "bg-sunken text-ink-2",
  expired: "bg-sunken text-ink-2",
  rejected: "bg-danger-soft text-danger",
};

interface OrderStatusPillProps {
  status: OrderStatus;
  reason?: CloseReason | null;
}

/** The status of an order, in a word or two. One that had to be filled at once was canceled by nobody. */
export function OrderStatusPill({ status, reason }: OrderStatusPillProps) {
  const { t } = useTranslation("orders");
  return (
    <span
      className={`inline-block shrink-0 rounded-pill px-2 py-0.5 text-caption font-semibold ${LOOKS[status]}`}
    >
      {t(reason === "ioc" || reason === "fok" ? "status.notFilled" : `status.${status}`)}
    </span>
  );
}
