import { useTranslation } from "react-i18next";
import type { CloseReason, Order } from "@/api/orders";
import { formatAverageOf } from "@/products";
import { InstrumentTitle, titleCut } from "@/products/InstrumentTitle";
import { measured, wordsOf } from "@/products/words";
import { classes, formatDecimal, formatTradeTime, isPositive, ListRow, useOwnText } from "@/ui";
import { legKindOf } from "./legs";
import { OrderStatusPill } from "./OrderStatusPill";
import { orderAddress } from "./orderAddress";

/** The ends that the status says already. */
const SAID: readonly (CloseReason | null)[] = [null, "cancelled_by_customer", "expired"];

/** The reason why an order ended, where its status does not say it; null otherwise. */
function useEndText(order: Order): string | null {
  const { t } = useTranslation("orders");
  const { reason } = order;
  if (reason === null || SAID.includes(reason)) return null;
  if (reason === "ioc" && isPositive(order.filled)) return t("reason.iocRest");
  // The order of a liquidation is filled; others end with it.
  const context = order.status === "filled" ? wordsOf(order) : undefined;
  return t(`reason.${reason}`, { context });
}

/** An ended order: its type, its filled quantity, and its final status with the reason. */
export function HistoryRow({ order }: { order: Order }) {
  const { t, i18n } = useTranslation(["orders", "common"]);
  const own = useOwnText();
  const quantity = measured(t, order, own(formatDecimal(order.quantity)));
  const price = formatAverageOf(order, order.averagePrice);
  const part = isPositive(order.filled)
    ? t("orders:history.ofFilled", { filled: own(formatDecimal(order.filled)), quantity, price })
    : t("orders:history.notFilled", { quantity });
  const filled =
    order.status === "filled" ? t("orders:history.allFilled", { quantity, price }) : part;
  const leg = legKindOf(order);
  const kind = t(`orders:kind.${leg ?? order.prices.type}`);
  const end = useEndText(order);
  const color = order.side === "buy" ? "text-rise-text" : "text-fall-text";
  return (
    <ListRow
      href={orderAddress(order)}
      title={
        <span className={classes("block font-semibold", titleCut(order))}>
          <span className={color}>
            {t(`common:direction.${order.side}`, { context: wordsOf(order) })}
          </span>{" "}
          <InstrumentTitle of={order} />
        </span>
      }
      subtitle={
        <span className="num">
          {kind} · {filled}
          {end === null ? null : <span className="block">{end}</span>}
          <span className="block">{formatTradeTime(order.updatedAt, i18n.language, order)}</span>
        </span>
      }
      end={<OrderStatusPill order={order} />}
    />
  );
}
