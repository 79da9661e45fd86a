import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { formatPriceOf } from "@/products";
import { InstrumentTitle } from "@/products/InstrumentTitle";
import { measured, wordsOf } from "@/products/words";
import { formatDecimal, formatTradeTime, isPositive, ListRow, useOwnText } from "@/ui";
import { OrderStatusPill } from "./OrderStatusPill";
import { orderAddress } from "./orderAddress";

/** An ended order: its terms, its filled quantity, and its final status. */
export function HistoryRow({ order }: { order: Order }) {
  const { t, i18n } = useTranslation(["orders", "common"]);
  const own = useOwnText();
  const quantity = measured(t, order, own(formatDecimal(order.quantity)));
  const filled = isPositive(order.filled)
    ? t("orders:history.ofFilled", {
        filled: own(formatDecimal(order.filled)),
        quantity,
        price: formatPriceOf(order, order.averagePrice),
      })
    : t("orders:history.notFilled", { quantity });
  const color = order.side === "buy" ? "text-rise-text" : "text-fall-text";
  return (
    <ListRow
      href={orderAddress(order)}
      title={
        <span className="block truncate font-semibold">
          <span className={color}>
            {t(`common:direction.${order.side}`, { context: wordsOf(order) })}
          </span>{" "}
          <InstrumentTitle of={order} />
        </span>
      }
      subtitle={
        <span className="num">
          {filled}
          <span className="block">
            {formatTradeTime(order.updatedAt, i18n.language, order.market)}
          </span>
        </span>
      }
      end={<OrderStatusPill status={order.status} />}
    />
  );
}
