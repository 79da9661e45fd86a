import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ClosedTrade } from "@/api/positions";
import { formatAverageOf, formatPriceOf, HOME_CURRENCY, kindOf } from "@/products";
import { InstrumentTitle, titleCut } from "@/products/InstrumentTitle";
import { instrumentQuery } from "@/products/instrumentQuery";
import { measured } from "@/products/words";
import { to } from "@/screens";
import {
  Card,
  CardSkeletons,
  classes,
  EmptyState,
  formatDecimal,
  formatMoney,
  formatTradeTime,
  ListRow,
  Own,
  QueryList,
  SignedText,
  useOwnText,
} from "@/ui";
import { closedTrades } from "./queries";

const receiptOf = (trade: ClosedTrade) =>
  to("tradeDetail", { ...instrumentQuery(trade), id: trade.fillId, type: "closing" });

function ClosedTradeRow({ trade }: { trade: ClosedTrade }) {
  const { t, i18n } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  const own = useOwnText();
  const figures = t("closed.trade", {
    quantity: measured(orders, trade, own(formatDecimal(trade.quantity))),
    cost: formatAverageOf(trade, trade.averageCost),
    price: formatPriceOf(trade, trade.price),
    context: kindOf(trade).words,
  });
  return (
    <ListRow
      href={receiptOf(trade)}
      title={
        <span className={classes("block font-semibold", titleCut(trade))}>
          <InstrumentTitle of={trade} />
          {kindOf(trade).onMargin ? (
            <span className="text-small font-medium text-ink-2"> {t(`side.${trade.side}`)}</span>
          ) : null}
        </span>
      }
      subtitle={
        <span className="num">
          {figures}
          <span className="block">{formatTradeTime(trade.closedAt, i18n.language, trade)}</span>
        </span>
      }
      end={
        <>
          <Own className="block font-semibold">
            <SignedText value={trade.profit} className="font-semibold" />
            {trade.currency === HOME_CURRENCY ? null : (
              <span className="text-caption font-normal text-ink-2"> {trade.currency}</span>
            )}
          </Own>
          <SignedText
            value={trade.profitPercent}
            gain={trade.profit}
            percent
            className="block text-small"
          />
          <span className="block text-caption text-ink-2">
            {t("closed.fees", { fee: own(formatMoney(trade.fee, trade.currency)) })}
          </span>
        </>
      }
    />
  );
}

/** The closed trades, each with its profit and a link to its receipt. */
export function ClosedTrades() {
  const { t } = useTranslation("positions");
  return (
    <QueryList
      query={useInfiniteQuery(closedTrades)}
      skeleton={<CardSkeletons />}
      empty={<EmptyState icon={History} text={t("closed.empty")} />}
    >
      {(trades) => (
        <Card className="py-1">
          {trades.map((trade) => (
            <ClosedTradeRow key={trade.fillId} trade={trade} />
          ))}
        </Card>
      )}
    </QueryList>
  );
}
