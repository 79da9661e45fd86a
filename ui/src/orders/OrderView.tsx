import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { OrderDetail } from "@/api/orders";
import { limitOf } from "@/api/orderTerms";
import { UnansweredActions } from "@/app/UnansweredActions";
import { instrumentName } from "@/instrumentName";
import { formatPriceOf, kindOf, titleOf } from "@/products";
import { amountOf, wordsOf } from "@/products/words";
import {
  Button,
  Card,
  ErrorState,
  formatDecimal,
  formatMoney,
  formatTradeTime,
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
import { AmendSheet } from "./AmendSheet";
import { CancelSheet } from "./CancelSheet";
import { FillList } from "./FillList";
import { GoodFor } from "./GoodFor";
import { OrderRules } from "./OrderRules";
import { outcomeOf } from "./outcome";
import { priceTerms } from "./priceTerms";
import { orderDetail } from "./queries";
import { isOpen } from "./words";

function OrderTerms({ order }: { order: OrderDetail }) {
  const { t, i18n } = useTranslation("orders");
  const profits = kindOf(order).onMargin
    ? order.fills.flatMap(({ profit }) => (profit === null ? [] : [profit]))
    : [];
  return (
    <Card>
      <KeyValues>
        <KeyValue label={t("ticket.type")}>{priceTerms(t, order, order.prices)}</KeyValue>
        <KeyValue label={t("list.filled")}>
          <Own>{`${formatDecimal(order.filled)} / ${formatDecimal(order.quantity)}`}</Own>
        </KeyValue>
        <KeyValue label={t("order.average")}>{formatPriceOf(order, order.averagePrice)}</KeyValue>
        <KeyValue label={t("cost.fees")}>
          <Own>{formatMoney(order.fee, order.currency)}</Own>
        </KeyValue>
        {profits.length > 0 ? (
          <KeyValue label={t("result.profit")}>
            <Own>
              <SignedText value={sum(profits)} />
            </Own>{" "}
            {order.currency}
          </KeyValue>
        ) : null}
        {isOpen(order.status) && order.held ? (
          <KeyValue label={t("cost.held")}>
            <Own>{formatMoney(order.held.amount, order.held.currency)}</Own> {order.held.currency}
          </KeyValue>
        ) : null}
        <KeyValue label={t("order.placed")}>
          {formatTradeTime(order.placedAt, i18n.language, order.market)}
        </KeyValue>
        <KeyValue label={t("ticket.goodFor")}>
          <GoodFor order={order} />
        </KeyValue>
        <KeyValue label={t("order.number")}>{order.id}</KeyValue>
      </KeyValues>
    </Card>
  );
}

/** One order: its state, its terms, its fills, and buttons to change or cancel the rest. */
export function OrderView({ id }: { id: string }) {
  // Loads the texts of the sheet before it opens.
  const { t } = useTranslation(["orders", "money"]);
  const { data, error, refetch } = useQuery(orderDetail(id));
  const [cancelling, setCancelling] = useState(false);
  const [amending, setAmending] = useState(false);
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
  const actions = isOpen(data.status) ? (
    <>
      <Button look="ghost" onClick={() => setCancelling(true)}>
        {t("cancel.label", { instrument: titleOf(data).first })}
      </Button>
      {limitOf(data.prices) !== null ? (
        <Button onClick={() => setAmending(true)}>
          {t("amend.label", { instrument: titleOf(data).first })}
        </Button>
      ) : null}
    </>
  ) : undefined;
  return (
    <Page top={<TopBar title={t("order.title")} />} bottom={actions} onRefresh={refetch}>
      <UnansweredActions />
      <Head order={data} />
      <OrderTerms order={data} />
      {data.fills.length > 0 ? (
        <>
          <SectionTitle>{t("order.fills")}</SectionTitle>
          <FillList fills={data.fills} />
        </>
      ) : null}
      <OrderRules id={data.id} />
      {amending ? <AmendSheet order={data} onClose={() => setAmending(false)} /> : null}
      {cancelling ? <CancelSheet order={data} onClose={() => setCancelling(false)} /> : null}
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
        className="num mx-auto mt-1 max-w-[320px] text-heading font-semibold text-balance"
      >
        {outcome}
      </p>
      {reason ? (
        <p className="mx-auto mt-1 max-w-[320px] text-note text-ink-2 text-balance">
          {t(`reason.${reason}`, { context: wordsOf(order) })}
        </p>
      ) : null}
    </div>
  );
}
