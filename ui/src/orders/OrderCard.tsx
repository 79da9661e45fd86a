import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { limitOf } from "@/api/orderTerms";
import { formatPriceOf, priceLook, titleOf } from "@/products";
import { InstrumentTitle, titleCut } from "@/products/InstrumentTitle";
import { wordsOf } from "@/products/words";
import { useQuote } from "@/push/quotes";
import { distanceOf } from "@/trade/priceTerms";
import { Card, classes, FactGrid, formatDecimal, formatTradeMoment, Own, PriceText } from "@/ui";
import { Link } from "@/ui/Link";
import { amendable } from "./amendment";
import { useGoodForText } from "./GoodFor";
import { orderAddress } from "./orderAddress";
import type { OrderActions } from "./useOrderSheets";
import { WaitLine } from "./WaitLine";

/** The market's price, beside those of the order. */
function LastPrice({ order }: { order: Order }) {
  const quote = useQuote(order);
  return quote ? (
    <PriceText value={quote.last} {...priceLook(order, quote.last)} />
  ) : (
    <span aria-hidden>–</span>
  );
}

/** The prices that a customer has given an order, each by its name; a stop with a limit is in the line above them. */
function usePriceFacts(order: Order): { label: string; value: string }[] {
  const { t } = useTranslation("orders");
  const { prices } = order;
  const limit = limitOf(prices);
  return [
    ...(prices.type === "trailingStop"
      ? [{ label: t("kind.distance"), value: distanceOf(order, prices) }]
      : []),
    ...(prices.type === "stop"
      ? [{ label: t("type.stop"), value: formatPriceOf(order, prices.stopPrice) }]
      : []),
    ...(limit === null
      ? []
      : [{ label: t("ticket.limitPrice"), value: formatPriceOf(order, limit) }]),
  ];
}

/** The type of an order and how long it waits: «Stop limit · Until canceled». */
export function useTermsText(order: Order): string {
  const { t } = useTranslation("orders");
  const goodFor = useGoodForText(order.timeInForce, order.expiresAt, order.market);
  const kind = t(`kind.${order.prices.type}`);
  return [kind, goodFor, ...(order.extendedHours ? [t("kind.extendedHours")] : [])].join(" · ");
}

const ACTION = "relative -my-2 min-h-11 rounded-control px-3 text-note font-semibold text-ink";

interface ActionsProps extends OrderActions {
  order: Order;
  /** The names of the actions, if they are not the instrument's alone. */
  labels?: { amend: string; cancel: string };
}

/** The buttons that change and cancel an order. */
export function ActionButtons({ order, labels, onAmend, onCancel }: ActionsProps) {
  const { t } = useTranslation("orders");
  const instrument = titleOf(order).first;
  return (
    <span className="-mr-3 flex shrink-0">
      {amendable(order).length > 0 ? (
        <button
          type="button"
          onClick={() => onAmend(order)}
          aria-label={labels?.amend ?? t("amend.label", { instrument })}
          className={ACTION}
        >
          {t("amend.action")}
        </button>
      ) : null}
      <button
        type="button"
        onClick={() => onCancel(order)}
        aria-label={labels?.cancel ?? t("cancel.label", { instrument })}
        className={ACTION}
      >
        {t("cancel.action")}
      </button>
    </span>
  );
}

interface OrderCardProps extends OrderActions {
  order: Order;
  /** The legs of a group, under their entry. */
  children?: ReactNode;
}

/** A working order: what it waits for, its terms, its filled quantity, and buttons to change and to cancel it. */
export function OrderCard({ order, children, ...actions }: OrderCardProps) {
  const { t, i18n } = useTranslation(["orders", "common"]);
  const color = order.side === "buy" ? "text-rise-text" : "text-fall-text";
  const priceFacts = usePriceFacts(order);
  return (
    <Card className="mb-2.5">
      <div className="relative">
        <div className="flex items-baseline justify-between gap-3">
          <Link
            to={orderAddress(order)}
            data-row
            className={classes(
              "min-w-0 text-body font-semibold before:absolute before:-inset-4 before:rounded-card before:content-['']",
              titleCut(order),
            )}
          >
            <InstrumentTitle of={order} />
          </Link>
          <span className={`shrink-0 text-note font-semibold ${color}`}>
            {t(`common:direction.${order.side}`, { context: wordsOf(order) })}
          </span>
        </div>
        <p className="num text-small text-ink-2">{useTermsText(order)}</p>
        <WaitLine order={order} />
        <div className="mt-2.5">
          <FactGrid
            facts={[
              {
                label: t("orders:list.filled"),
                value: (
                  <Own>{`${formatDecimal(order.filled)} / ${formatDecimal(order.quantity)}`}</Own>
                ),
              },
              ...priceFacts,
              { label: t("orders:list.last"), value: <LastPrice order={order} /> },
            ]}
          />
        </div>
        <div className="mt-2 flex items-center justify-between gap-3 text-small text-ink-2">
          <span className="num min-w-0">
            {t("orders:list.placed", {
              time: formatTradeMoment(order.placedAt, i18n.language, order),
            })}
          </span>
          <ActionButtons order={order} {...actions} />
        </div>
      </div>
      {children}
    </Card>
  );
}
