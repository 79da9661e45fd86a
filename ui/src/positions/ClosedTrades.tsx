import { useInfiniteQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ClosedRow } from "@/api/types";
import { to } from "@/screens";
import {
  Card,
  CardSkeletons,
  EmptyState,
  ErrorState,
  formatDecimal,
  formatPrice,
  formatTime,
  ListRow,
  MoreButton,
  SignedText,
} from "@/ui";
import { closedTrades } from "./queries";

const receiptOf = ({ stock_code: code, name, source, market, id }: ClosedRow) =>
  to("tradeDetail", { code, name, source, market, id, type: "closing" });

function ClosedTrade({ row }: { row: ClosedRow }) {
  const { t, i18n } = useTranslation("positions");
  const trade = t("closed.trade", {
    quantity: formatDecimal(row.positionNum),
    cost: formatPrice(row.avgPrice),
    price: formatPrice(row.price),
  });
  return (
    <ListRow
      href={receiptOf(row)}
      title={
        <span className="block truncate font-semibold">
          {row.name} <span className="num text-small font-normal text-ink-2">{row.stock_code}</span>
        </span>
      }
      subtitle={
        <span className="num">
          {trade}
          <span className="block">{formatTime(row.createTimeTimestamp, i18n.language)}</span>
        </span>
      }
      end={
        <>
          <SignedText value={row.sellProfit} className="block font-semibold" />
          <SignedText value={row.zdf} percent className="block text-small" />
        </>
      }
    />
  );
}

/** The sales, each with the profit that it took and the way to its receipt. */
export function ClosedTrades() {
  const { t } = useTranslation("positions");
  const query = useInfiniteQuery(closedTrades);
  const rows = query.data?.pages.flatMap((page) => page.list);
  if (query.isPending) return <CardSkeletons />;
  if (query.error && !rows) return <ErrorState error={query.error} retry={query.refetch} />;
  if (!rows?.length) return <EmptyState icon={History} text={t("closed.empty")} />;
  return (
    <>
      <Card className="py-1">
        {rows.map((row) => (
          <ClosedTrade key={row.id} row={row} />
        ))}
      </Card>
      <MoreButton query={query} />
    </>
  );
}
