import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { limitOf, stopOf } from "@/api/orderTerms";
import type { Position } from "@/api/positions";
import { formatPriceOf } from "@/products";
import { type Exit, exitTerms } from "@/trade/exits";
import { profitAt } from "@/trade/ticketLegs";
import { Card, KeyValue, KeyValues } from "@/ui";
import { LegProfit } from "./LegProfit";

interface AtPricesProps {
  position: Position;
  exit: Exit;
  quantity: string;
  instrument: InstrumentDetail;
}

/** The profit at each price that an order may close at. */
export function AtPrices({ position, exit, quantity, instrument }: AtPricesProps) {
  const { t } = useTranslation("ticket");
  const terms = exitTerms(exit);
  const prices = [
    ...(exit.type === "pair" ? [exit.takeProfit] : []),
    limitOf(terms) ?? stopOf(terms) ?? "",
  ];
  const side = position.side === "long" ? "buy" : "sell";
  const known = prices.flatMap((price) => {
    const profit = profitAt(price, position.averagePrice, quantity, side, position.multiplier);
    return profit === null ? [] : [{ price, profit }];
  });
  if (known.length === 0) return null;
  return (
    <Card>
      <KeyValues>
        {known.map(({ price, profit }) => (
          <KeyValue
            key={price}
            label={t("closing.atPrice", { price: formatPriceOf(instrument, price) })}
          >
            <LegProfit profit={profit} currency={instrument.currency} />
          </KeyValue>
        ))}
      </KeyValues>
      <p className="text-small text-ink-2">{t("closing.beforeFees")}</p>
    </Card>
  );
}
