import { useTranslation } from "react-i18next";
import type { FillRow } from "@/api/types";
import { to } from "@/screens";
import { Card, formatDecimal, formatMoney, formatPrice, formatTime, ListRow } from "@/ui";
import { BUY } from "./words";

/** The address of a fill's receipt. */
export const receiptAddress = (fill: FillRow) =>
  to("tradeDetail", {
    code: fill.stock_code,
    name: fill.name,
    source: fill.source,
    market: fill.market,
    id: fill.id,
    type: "receipt",
  });

interface FillListProps {
  fills: readonly FillRow[];
  /** They are of several instruments, so each says which. */
  named?: boolean;
}

/** Fills, each the way to its receipt. */
export function FillList({ fills, named = false }: FillListProps) {
  const { t, i18n } = useTranslation("orders");
  return (
    <Card className="py-1">
      {fills.map((fill) => (
        <ListRow
          key={fill.id}
          href={receiptAddress(fill)}
          title={
            <span className="num font-medium">
              {t(fill.direction === BUY ? "fill.bought" : "fill.sold")}{" "}
              {formatDecimal(fill.quantity)} × {formatPrice(fill.price)}
            </span>
          }
          subtitle={
            <>
              {named ? `${fill.stock_code} · ` : null}
              {formatTime(fill.createTimeTimestamp, i18n.language)}
            </>
          }
          end={<span className="text-note">{formatMoney(fill.amount)}</span>}
        />
      ))}
    </Card>
  );
}
