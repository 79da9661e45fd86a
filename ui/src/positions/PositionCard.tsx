import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Listing, Quote } from "@/api/market";
import { Card, formatDecimal, Own, SignedText } from "@/ui";
import { holdings } from "./queries";
import { valuate } from "./valuation";

interface PositionCardProps {
  listing: Listing;
  quote: Quote | undefined;
}

/** What the customer holds of an instrument and what it has gained, tick by tick. */
export function PositionCard({ listing, quote }: PositionCardProps) {
  const { t } = useTranslation("market");
  const { data } = useQuery(holdings);
  const { symbol, market } = listing;
  const position = data?.find((held) => held.symbol === symbol && held.market === market);
  const price = quote?.last ?? position?.price;
  if (!position || !price) return null;
  const { profit, percent } = valuate(position, price);
  return (
    <Card className="mt-2.5 flex items-center justify-between gap-4">
      <div>
        <div className="text-caption text-ink-2">{t("quote.position")}</div>
        <div className="num font-semibold">
          <Own>
            {t("quote.positionOf", {
              quantity: formatDecimal(position.quantity),
              price: formatDecimal(position.averagePrice, { min: 2, max: 3 }),
            })}
          </Own>
        </div>
      </div>
      <div className="text-right">
        <Own className="block font-semibold">
          <SignedText value={profit} className="block font-semibold" />
        </Own>
        <SignedText
          value={percent}
          gain={profit}
          percent
          className="block text-caption font-semibold"
        />
      </div>
    </Card>
  );
}
