import { useTranslation } from "react-i18next";
import type { Fill } from "@/api/orders";
import { formatPriceOf, HOME_CURRENCY, kindOf } from "@/products";
import { InstrumentTitle } from "@/products/InstrumentTitle";
import { instrumentQuery } from "@/products/instrumentQuery";
import { wordsOf } from "@/products/words";
import { to } from "@/screens";
import { Card, formatDecimal, formatMoney, formatTradeTime, ListRow, Own } from "@/ui";

/** The address of a fill's receipt. */
export const receiptAddress = (fill: Fill) =>
  to("tradeDetail", { ...instrumentQuery(fill), id: fill.id, type: "receipt" });

interface FillListProps {
  fills: readonly Fill[];
  /** True for fills of several instruments, so that each is named. */
  named?: boolean;
}

/** Fills, each a link to its receipt. */
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
              {t(fill.side === "buy" ? "fill.bought" : "fill.sold", { context: wordsOf(fill) })}{" "}
              <span className="inline-block">
                <Own>{formatDecimal(fill.quantity)}</Own> × {formatPriceOf(fill, fill.price)}
              </span>
            </span>
          }
          subtitle={
            <>
              {named ? (
                <span className="block truncate">
                  <InstrumentTitle of={fill} className="num" />
                </span>
              ) : null}
              {formatTradeTime(fill.filledAt, i18n.language, fill)}
            </>
          }
          end={
            <span className="text-note">
              <Own>{formatMoney(fill.value, fill.priceCurrency)}</Own>
              {fill.priceCurrency === HOME_CURRENCY ? null : (
                <span className="text-caption text-ink-2"> {fill.priceCurrency}</span>
              )}
              {fill.liquidity && kindOf(fill).feesByLiquidity ? (
                <span className="block text-caption text-ink-2">
                  {t("liquidity.short", { context: fill.liquidity })}
                </span>
              ) : null}
            </span>
          }
        />
      ))}
    </Card>
  );
}
