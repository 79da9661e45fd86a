import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Quote } from "@/push/quotes";
import { Card, formatDecimal, formatPrice, SignedText } from "@/ui";
import { holdings } from "./queries";
import { usePositionStream } from "./usePositionStream";
import { valuate } from "./valuation";

interface PositionCardProps {
  code: string;
  market: string;
  quote: Quote | undefined;
}

/** What the customer holds of an instrument and what it has gained, tick by tick. */
export function PositionCard({ code, market, quote }: PositionCardProps) {
  const { t } = useTranslation("market");
  usePositionStream();
  const { data } = useQuery(holdings);
  const position = data?.find((row) => row.stock_code === code && row.market === market);
  const price = quote?.price_nominal ?? position?.price;
  if (!position || !price) return null;
  const { profit, percent } = valuate(position, price);
  return (
    <Card className="mt-2.5 flex items-center justify-between gap-4">
      <div>
        <div className="text-caption text-ink-2">{t("quote.position")}</div>
        <div className="num font-semibold">
          {t("quote.positionOf", {
            quantity: formatDecimal(position.positionNum),
            price: formatPrice(position.avgPrice),
          })}
        </div>
      </div>
      <div className="text-right">
        <SignedText value={profit} className="block font-semibold" />
        <SignedText value={percent} percent className="block text-caption font-semibold" />
      </div>
    </Card>
  );
}
