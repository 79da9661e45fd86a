import { useQuery } from "@tanstack/react-query";
import { ChartCandlestick } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OrderDetail } from "@/api/orders";
import { limitOf, stopOf } from "@/api/orderTerms";
import { UnansweredActions } from "@/money/UnansweredActions";
import { useNavigation } from "@/navigation";
import { formatAverageOf, formatPriceOf, kindOf, quoteAddress } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { amountOf, opens, wordsOf } from "@/products/words";
import { outcomeOf } from "@/trade/outcome";
import { distanceOf } from "@/trade/priceTerms";
import { isOpen } from "@/trade/words";
import {
  Button,
  Card,
  ErrorState,
  formatDecimal,
  formatMoney,
  formatTradeTime,
  IconButton,
  KeyValue,
  KeyValues,
  Own,
  ownText,
  Page,
  SectionTitle,
  SignedText,
  Skeleton,
  sum,
  TopBar,
  useOwnHidden,
} from "@/ui";
import { Fold } from "@/ui/Fold";
import { amendable } from "./amendment";
import { FillList } from "./FillList";
import { GoodFor } from "./GoodFor";
import { GroupOrders } from "./GroupOrders";
import { legKindOf } from "./legs";
import { OrderRules } from "./OrderRules";
import { orderDetail } from "./queries";
import { useOrderSheets } from "./useOrderSheets";
import { WaitLine } from "./WaitLine";

/** The prices of an order, each by its name, and where a trailing stop stands. */
function Prices({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const { prices } = order;
  const [limit, stop] = [limitOf(prices), stopOf(prices)];
  const waits = isOpen(order.status) && !order.triggered;
  return (
    <>
      {stop === null ? null : (
        <KeyValue
          label={t(prices.type === "trailingStop" && waits ? "order.stopNow" : "type.stop")}
        >
          {formatPriceOf(order, stop)}
        </KeyValue>
      )}
      {prices.type === "trailingStop" ? (
        <KeyValue label={t("kind.distance")}>{distanceOf(order, prices)}</KeyValue>
      ) : null}
      {limit === null ? null : (
        <KeyValue label={t("ticket.limitPrice")}>{formatPriceOf(order, limit)}</KeyValue>
      )}
    </>
  );
}

function OrderTerms({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation("orders");
  const profits = kindOf(order).onMargin
    ? order.fills.flatMap(({ profit }) => (profit === null ? [] : [profit]))
    : [];
  const timeOf = (at: number) => formatTradeTime(at, i18n.language, order);
  const leg = legKindOf(order);
  const type = t(`kind.${order.prices.type}`);
  return (
    <Card>
      <KeyValues>
        <KeyValue label={t("ticket.type")}>
          {leg === null ? type : `${t(`kind.${leg}`)} · ${type}`}
        </KeyValue>
        <Prices order={order} />
        {order.triggeredAt === null ? null : (
          <KeyValue label={t("order.triggered")}>{timeOf(order.triggeredAt)}</KeyValue>
        )}
        <KeyValue label={t("list.filled")}>
          <Own>{`${formatDecimal(order.filled)} / ${formatDecimal(order.quantity)}`}</Own>
        </KeyValue>
        {order.averagePrice === null ? null : (
          <KeyValue label={t("order.average")}>
            {formatAverageOf(order, order.averagePrice)}
          </KeyValue>
        )}
        <KeyValue label={t("cost.fees")}>
          <Own>{formatMoney(order.fee, order.currency)}</Own> {order.currency}
        </KeyValue>
        {profits.length > 0 ? (
          <KeyValue label={t("result.profit")}>
            <Own>
              <SignedText value={sum(profits)} />
            </Own>{" "}
            {order.currency}
          </KeyValue>
        ) : null}
        {opens(order) && kindOf(order).hasLeverage ? (
          <KeyValue label={t("leverage.label")}>{formatDecimal(order.leverage)} : 1</KeyValue>
        ) : null}
        {isOpen(order.status) && order.held ? (
          <KeyValue label={t("cost.held")}>
            <Own>{formatMoney(order.held.amount, order.held.currency)}</Own> {order.held.currency}
          </KeyValue>
        ) : null}
        <KeyValue label={t("order.placed")}>{timeOf(order.placedAt)}</KeyValue>
        {isOpen(order.status) || order.status === "filled" ? null : (
          <KeyValue label={t("order.ended")}>{timeOf(order.updatedAt)}</KeyValue>
        )}
        <KeyValue label={t("ticket.goodFor")}>
          <GoodFor order={order} />
          {order.extendedHours ? (
            <span className="block text-caption text-ink-2">{t("kind.extendedHours")}</span>
          ) : null}
        </KeyValue>
      </KeyValues>
      <More order={order} />
    </Card>
  );
}

/** The names of an order, which few customers need. */
function More({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const [isOpened, setOpened] = useState(false);
  return (
    <Fold
      title={t("order.more")}
      isOpen={isOpened}
      onToggle={() => setOpened(!isOpened)}
      className="text-ink-2"
    >
      <KeyValues>
        <KeyValue label={t("order.number")}>{order.id}</KeyValue>
        {order.clientOrderId === null ? null : (
          <KeyValue label={t("order.clientOrderId")}>
            <span className="break-all">{order.clientOrderId}</span>
          </KeyValue>
        )}
      </KeyValues>
    </Fold>
  );
}

/** One order: its state, its terms, its fills, and buttons to change or cancel the rest. */
export function OrderView({ id }: { id: string }) {
  const { t } = useTranslation("orders");
  const { data, error, refetch } = useQuery(orderDetail(id));
  const { actions, sheets } = useOrderSheets();
  const { open } = useNavigation();
  if (!data) {
    return (
      <Page top={<TopBar title={t("order.title")} />}>
        {error ? (
          <ErrorState error={error} retry={refetch} />
        ) : (
          <Skeleton className="h-60 rounded-card" />
        )}
      </Page>
    );
  }
  const chart = (
    <IconButton label={t("order.chart")} onClick={() => open(quoteAddress(data))}>
      <ChartCandlestick size={22} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
  const buttons = isOpen(data.status) ? (
    <>
      <Button look="ghost" onClick={() => actions.onCancel(data)}>
        {t("cancel.order")}
      </Button>
      {amendable(data).length > 0 ? (
        <Button onClick={() => actions.onAmend(data)}>{t("amend.order")}</Button>
      ) : null}
    </>
  ) : undefined;
  return (
    <Page
      top={<TopBar title={t("order.title")} end={chart} />}
      bottom={buttons}
      onRefresh={refetch}
    >
      <UnansweredActions />
      <Head order={data} />
      <OrderTerms order={data} />
      <GroupOrders order={data} />
      {data.fills.length > 0 ? (
        <>
          <SectionTitle>{t("order.fills")}</SectionTitle>
          <FillList fills={data.fills} />
        </>
      ) : null}
      <OrderRules id={data.id} />
      {sheets}
    </Page>
  );
}

function Head({ order }: { order: OrderDetail }) {
  const { t } = useTranslation("orders");
  const hidden = useOwnHidden();
  const outcome = outcomeOf(t, order, order, hidden);
  // The outcome of an unfilled order is its reason already.
  const reason = order.status === "filled" ? order.reason : null;
  return (
    <div className="py-4 text-center">
      <p className="text-small text-ink-2">
        {t(`deed.${order.side}`, {
          what: amountOf(
            t,
            order,
            ownText(formatDecimal(order.quantity), hidden),
            instrumentName(order),
          ),
          context: wordsOf(order),
        })}
      </p>
      <p
        role="status"
        className="num mx-auto mt-1 max-w-[420px] text-title font-semibold text-balance"
      >
        {outcome}
      </p>
      {isOpen(order.status) ? <WaitLine order={order} isTold /> : null}
      {reason ? (
        <p className="mx-auto mt-1 max-w-[320px] text-note text-ink-2 text-balance">
          {t(`reason.${reason}`, {
            context: order.status === "filled" ? wordsOf(order) : undefined,
          })}
        </p>
      ) : null}
    </div>
  );
}
