import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { limitOf } from "@/api/orderTerms";
import { formatPriceOf, priceLook, titleOf } from "@/products";
import { InstrumentTitle } from "@/products/InstrumentTitle";
import { wordsOf } from "@/products/words";
import { useQuote } from "@/push/quotes";
import { Card, FactGrid, formatDecimal, formatTradeTime, Own, PriceText } from "@/ui";
import { Link } from "@/ui/Link";
import { GoodFor } from "./GoodFor";
import { orderAddress } from "./orderAddress";
import { priceTerms } from "./priceTerms";

/** The market's price beside the limit, to show the distance. */
function LastPrice({ order }: { order: Order }) {
  const quote = useQuote(order);
  return quote ? (
    <PriceText value={quote.last} {...priceLook(order, quote.last)} />
  ) : (
    <span aria-hidden>–</span>
  );
}

interface OrderCardProps {
  order: Order;
  onAmend: () => void;
  onCancel: () => void;
}

const ACTION = "relative -my-2 min-h-11 rounded-control px-3 text-note font-semibold text-ink";

/** A working order: its terms, its filled quantity, and buttons to change and to cancel it. */
export function OrderCard({ order, onAmend, onCancel }: OrderCardProps) {
  const { t, i18n } = useTranslation(["orders", "common"]);
  const buys = order.side === "buy";
  const { prices } = order;
  return (
    <Card className="relative mb-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <Link
          to={orderAddress(order)}
          data-row
          className="min-w-0 truncate text-body font-semibold before:absolute before:inset-0 before:rounded-card before:content-['']"
        >
          <InstrumentTitle of={order} />
        </Link>
        <span
          className={
            buys
              ? "shrink-0 text-note font-semibold text-rise-text"
              : "shrink-0 text-note font-semibold text-fall-text"
          }
        >
          {t(`common:direction.${order.side}`, { context: wordsOf(order) })}
        </span>
      </div>
      <div className="mt-2.5">
        <FactGrid
          facts={[
            {
              label: t("list.filled"),
              value: (
                <Own>{`${formatDecimal(order.filled)} / ${formatDecimal(order.quantity)}`}</Own>
              ),
            },
            {
              label: t(prices.type === "limit" ? "ticket.limitPrice" : "ticket.type"),
              value:
                prices.type === "limit"
                  ? formatPriceOf(order, prices.limitPrice)
                  : priceTerms(t, order, prices),
            },
            { label: t("list.last"), value: <LastPrice order={order} /> },
          ]}
        />
      </div>
      <p className="num mt-2 text-small text-ink-2">
        {t("list.placed", { time: formatTradeTime(order.placedAt, i18n.language, order.market) })}
      </p>
      <div className="flex items-center justify-between gap-3 text-small text-ink-2">
        <span className="num min-w-0">
          <GoodFor order={order} />
        </span>
        <span className="-mr-3 flex shrink-0">
          {limitOf(prices) !== null ? (
            <button
              type="button"
              onClick={onAmend}
              aria-label={t("amend.label", { instrument: titleOf(order).first })}
              className={ACTION}
            >
              {t("amend.action")}
            </button>
          ) : null}
          <button
            type="button"
            onClick={onCancel}
            aria-label={t("cancel.label", { instrument: titleOf(order).first })}
            className={ACTION}
          >
            {t("cancel.action")}
          </button>
        </span>
      </div>
    </Card>
  );
}
