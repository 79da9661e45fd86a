import { useQuery } from "@tanstack/react-query";
import { CircleCheck, CircleSlash, Hourglass, type LucideIcon } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Instrument } from "@/api/market";
import type { OrderDetail, OrderState, OrderStatus } from "@/api/orders";
import { useNavigation } from "@/navigation";
import { formatAverageOf, kindOf } from "@/products";
import { InstrumentTitle } from "@/products/InstrumentTitle";
import { instrumentQuery } from "@/products/instrumentQuery";
import { counted, wordsOf } from "@/products/words";
import { to } from "@/screens";
import { outcomeOf } from "@/trade/outcome";
import { isOpen } from "@/trade/words";
import {
  add,
  Button,
  Card,
  formatDecimal,
  formatMoney,
  formatTradeMoment,
  isPositive,
  KeyValue,
  KeyValues,
  Own,
  SignedText,
  Skeleton,
  subtract,
  sum,
  useOwnHidden,
} from "@/ui";
import { FillNoticesOffer } from "./FillNotices";
import { GoodFor } from "./GoodFor";
import { holding, orderDetail } from "./queries";
import { useShown } from "./shown";

const ICONS: Record<OrderStatus, [icon: LucideIcon, look: string]> = {
  working: [Hourglass, "text-info"],
  partlyFilled: [Hourglass, "text-info"],
  filled: [CircleCheck, "text-success"],
  cancelled: [CircleSlash, "text-ink-2"],
  expired: [CircleSlash, "text-ink-2"],
  rejected: [CircleSlash, "text-ink-2"],
};

/** The receipt of a single fill; otherwise the order's own screen, which lists its fills. */
function addressOf(detail: OrderDetail): string {
  const only = detail.fills.length === 1 ? detail.fills[0] : undefined;
  const [id, type] = only ? [only.id, "receipt" as const] : [detail.id, "order" as const];
  return to("tradeDetail", { ...instrumentQuery(detail), id, type });
}

/** The total paid by a buyer, or received by a seller, for all fills in one reply: their values and fees. */
function totalOf({ side, fills }: Pick<OrderDetail, "side" | "fills">) {
  const value = sum(fills.map((fill) => fill.value));
  const fees = sum(fills.map((fill) => fill.fee));
  return { fees, total: side === "buy" ? add(value, fees) : subtract(value, fees) };
}

/** The total of an order's fills in the paying account: for a close on margin, its profit. */
function Total({ order, currency }: { order: OrderDetail; currency: string }) {
  const { t } = useTranslation("orders");
  const { fees, total } = totalOf(order);
  const closed = order.fills.flatMap(({ profit }) => (profit === null ? [] : [profit]));
  const { onMargin } = kindOf(order);
  return (
    <>
      <KeyValue label={t("result.fees")}>
        <Own>{formatMoney(fees, currency)}</Own>
      </KeyValue>
      {onMargin ? null : (
        <KeyValue label={t(order.side === "buy" ? "result.paid" : "result.received")} total>
          <Own>{formatMoney(total, currency)}</Own> {currency}
        </KeyValue>
      )}
      {onMargin && closed.length > 0 ? (
        <KeyValue label={t("result.profit")} total>
          <Own>
            <SignedText value={sum(closed)} />
          </Own>{" "}
          {currency}
        </KeyValue>
      ) : null}
    </>
  );
}

/** The quantity held after the order, from a reply that came after the order's. */
function HeldNow({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(["orders", "positions"]);
  const [since] = useState(Date.now);
  const { onMargin } = kindOf(order);
  const { data: instrument } = useQuery({ ...instrumentDetail(order), enabled: onMargin });
  const { data, dataUpdatedAt } = useQuery({
    ...holding(order, order.position),
    refetchOnMount: "always",
  });
  const isOfNow = data && dataUpdatedAt >= since;
  return (
    <KeyValue label={t("orders:result.held")}>
      {isOfNow ? (
        <>
          {onMargin && isPositive(data.quantity)
            ? `${t(`positions:side.${order.position}`)} `
            : null}
          <Own>{counted(t, order, data.quantity)}</Own>
          {onMargin && instrument?.baseCurrency ? ` ${instrument.baseCurrency}` : null}
        </>
      ) : (
        <Skeleton className="h-4 w-16" />
      )}
    </KeyValue>
  );
}

/** The filled quantity, its total, and the present holding; for a resting order, its end. */
function Summary({ order }: { order: OrderDetail }) {
  const { t } = useTranslation(["orders", "common"]);
  const currency = order.fills[0]?.currency;
  return (
    <Card className="mt-2 w-full text-left">
      <KeyValues>
        <KeyValue label={t(`common:direction.${order.side}`, { context: wordsOf(order) })}>
          <InstrumentTitle of={order} className="" />
        </KeyValue>
        <KeyValue label={t("ticket.type")}>{t(`kind.${order.prices.type}`)}</KeyValue>
        <KeyValue label={t(isOpen(order.status) ? "list.filled" : "ticket.quantity")}>
          <Own>
            {isOpen(order.status)
              ? `${formatDecimal(order.filled)} / ${formatDecimal(order.quantity)}`
              : formatDecimal(isPositive(order.filled) ? order.filled : order.quantity)}
          </Own>
        </KeyValue>
        {isPositive(order.filled) ? (
          <KeyValue label={t("order.average")}>
            {formatAverageOf(order, order.averagePrice)}
          </KeyValue>
        ) : null}
        {isOpen(order.status) ? (
          <KeyValue label={t("ticket.goodFor")}>
            <GoodFor order={order} />
          </KeyValue>
        ) : null}
        {currency ? <Total order={order} currency={currency} /> : null}
        <HeldNow order={order} />
      </KeyValues>
    </Card>
  );
}

interface OrderResultProps {
  order: OrderState;
  /** The time at which the order was sent, if that was an earlier try without an answer. */
  since?: number;
  instrument: Instrument;
  onDone: () => void;
}

/** The outcome of an order, with a link to its receipt or to the resting order. */
export function OrderResult({ order, since, instrument, onDone }: OrderResultProps) {
  const { t, i18n } = useTranslation(["orders", "common", "money"]);
  const { open } = useNavigation();
  useShown(order.id);
  const { data } = useQuery(orderDetail(order.id));
  const current = data ?? order;
  const sentence = outcomeOf(i18n.getFixedT(null, "orders"), current, instrument, useOwnHidden());
  const [Icon, look] = ICONS[current.status];
  const filled = current.status === "filled";
  const label = filled && data?.fills.length === 1 ? "result.receipt" : "result.order";
  return (
    <div className="flex flex-col items-center gap-3 pt-3 text-center">
      <Icon size={44} strokeWidth={1.4} aria-hidden className={look} />
      <p role="status" className="num max-w-[300px] text-title font-semibold text-balance">
        {sentence}
      </p>
      {since === undefined ? null : (
        <p className="max-w-[300px] text-note text-ink-2">
          {t("money:found.order", {
            time: formatTradeMoment(since, i18n.language, instrument),
          })}
        </p>
      )}
      {data ? <Summary order={data} /> : <Skeleton className="mt-2 h-44 w-full rounded-card" />}
      {isOpen(current.status) ? <FillNoticesOffer /> : null}
      <div className="mt-1 flex w-full gap-2.5">
        <Button look="ghost" onClick={onDone}>
          {t("common:action.done")}
        </Button>
        <Button busy={!data} onClick={() => data && open(addressOf(data), { replace: true })}>
          {t(label)}
        </Button>
      </div>
    </div>
  );
}
