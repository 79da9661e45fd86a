import { useTranslation } from "react-i18next";
import type { OrderState, OrderStatus } from "@/api/orders";
import { isPositive } from "@/ui";

const LOOKS: Record<OrderStatus, string> = {
  working: "bg-info-soft text-info",
  partlyFilled: "bg-info-soft text-info",
  filled: "bg-success-soft text-success",
  cancelled: "bg-sunken text-ink-2",
  expired: "bg-sunken text-ink-2",
  rejected: "bg-danger-soft text-danger",
};

type Ended = Pick<OrderState, "status" | "reason" | "filled">;

/** The word for a status. An order that had to be filled at once was canceled by nobody. */
function wordOf({ status, reason, filled }: Ended) {
  if (reason !== "ioc" && reason !== "fok") return status;
  return isPositive(filled) ? "partlyFilled" : "notFilled";
}

/** The status of an order, in a word or two. */
export function OrderStatusPill({ order }: { order: Ended }) {
  const { t } = useTranslation("orders");
  return (
    <span
      className={`inline-block shrink-0 rounded-pill px-2 py-0.5 text-caption font-semibold ${LOOKS[order.status]}`}
    >
      {t(`status.${wordOf(order)}`)}
    </span>
  );
}
