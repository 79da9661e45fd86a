import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fundingOverview } from "@/api/fundingOverview";
import type { InstrumentDetail } from "@/api/market";
import { limitOf, stopOf } from "@/api/orderTerms";
import type { Position } from "@/api/positions";
import { formatPriceOf } from "@/products";
import { type Exit, exitTerms } from "@/trade/exits";
import { profitAt } from "@/trade/profitAt";
import { Card, isPositive, KeyValue, KeyValues } from "@/ui";
import { LegProfit } from "./LegProfit";

interface AtPricesProps {
  position: Position;
  exit: Exit;
  quantity: string;
  instrument: InstrumentDetail;
}

/** The profit at each price that an order may close at, in the currency of the account where its rate is known. */
export function AtPrices({ position, exit, quantity, instrument }: AtPricesProps) {
  const { t } = useTranslation("ticket");
  const terms = exitTerms(exit);
  const prices = [
    ...(exit.type === "pair" ? [exit.takeProfit] : []),
    limitOf(terms) ?? stopOf(terms) ?? "",
  ];
  const rates = useQuery(fundingOverview).data?.rates;
  const { baseCurrency } = instrument;
  const known = prices
    .filter((price) => isPositive(price) && isPositive(quantity))
    .map((price) => ({ price, ...profitAt(position, price, quantity, { baseCurrency, rates }) }));
  if (known.length === 0) return null;
  return (
    <Card>
      <KeyValues>
        {known.map(({ price, amount, currency }) => (
          <KeyValue
            key={price}
            label={t("closing.atPrice", { price: formatPriceOf(instrument, price) })}
          >
            <LegProfit profit={amount} currency={currency} />
          </KeyValue>
        ))}
      </KeyValues>
      <p className="text-small text-ink-2">{t("closing.beforeFees")}</p>
    </Card>
  );
}
