import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleSlash, Hourglass, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { OrderDetail, OrderState, OrderStatus } from "@/api/orders";
import { instrumentQuery } from "@/instrumentQuery";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, formatMoment } from "@/ui";
import { outcomeOf } from "./outcome";
import { orderDetail } from "./queries";

const ICONS: Record<OrderStatus, [icon: LucideIcon, look: string]> = {
  working: [Hourglass, "text-info"],
  partlyFilled: [Hourglass, "text-info"],
  filled: [CircleCheck, "text-success"],
  cancelled: [CircleSlash, "text-ink-2"],
  expired: [CircleSlash, "text-ink-2"],
  rejected: [CircleSlash, "text-ink-2"],
};

/** A single fill has its receipt; otherwise the order's own screen lists what it has. */
function addressOf(detail: OrderDetail): string {
  const only = detail.fills.length === 1 ? detail.fills[0] : undefined;
  const [id, type] = only ? [only.id, "receipt" as const] : [detail.id, "order" as const];
  return to("tradeDetail", { ...instrumentQuery(detail), id, type });
}

interface OrderResultProps {
  order: OrderState;
  /** When the order was sent, where that was an earlier try which got no answer then. */
  since?: number;
  onDone: () => void;
}

/** What became of an order, and the way to its receipt or to the order that rests. */
export function OrderResult({ order, since, onDone }: OrderResultProps) {
  const { t, i18n } = useTranslation(["orders", "common", "money"]);
  const { open } = useNavigation();
  const { data } = useQuery(orderDetail(order.id));
  const current = data ?? order;
  const sentence = outcomeOf(i18n.getFixedT(null, "orders"), current);
  const [Icon, look] = ICONS[current.status];
  const filled = current.status === "filled";
  const label = filled && data?.fills.length === 1 ? "result.receipt" : "result.order";
  return (
    <div className="flex flex-col items-center gap-3 pt-3 text-center">
      <Icon size={44} strokeWidth={1.4} aria-hidden className={look} />
      <p role="status" className="num max-w-[300px] text-title font-semibold">
        {sentence}
      </p>
      {since === undefined ? null : (
        <p className="max-w-[300px] text-note text-ink-2">
          {t("money:found.order", { time: formatMoment(since, i18n.language) })}
        </p>
      )}
      <div className="mt-3 flex w-full gap-2.5">
        <Button look="ghost" onClick={onDone}>
          {t("common:action.done")}
        </Button>
        <Button disabled={!data} onClick={() => data && open(addressOf(data), { replace: true })}>
          {t(label)}
        </Button>
      </div>
    </div>
  );
}
