import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Listing, Quote } from "@/api/market";
import type { Position } from "@/api/positions";
import { formatAverageOf, formatPriceOf } from "@/products";
import { measured } from "@/products/words";
import { shownOf, valuationOf } from "@/trade/valuation";
import { Card, formatDecimal, Own, SignedText } from "@/ui";
import { Link } from "@/ui/Link";
import { holdingAddress, useProtectionText } from "./HoldingCard";
import { holdings } from "./queries";

interface PositionCardProps {
  listing: Listing;
  quote: Quote | undefined;
}

function What({ position }: { position: Position }) {
  const { t } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  const { margin, side } = position;
  const price = margin
    ? formatPriceOf(position, position.averagePrice)
    : formatAverageOf(position, position.averagePrice);
  const context = margin ? "margin" : undefined;
  const protection = useProtectionText(position);
  return (
    <div>
      <div className="text-caption text-ink-2">
        {t("card.title")}
        {margin ? ` · ${t(`side.${side}`)} ${formatDecimal(margin.leverage)}×` : null}
      </div>
      <div className="num font-semibold">
        <Own>
          {t("card.held", {
            quantity: measured(orders, position, formatDecimal(position.quantity)),
            price,
            context,
          })}
        </Own>
      </div>
      {protection === null ? null : <div className="num text-caption text-ink-2">{protection}</div>}
    </div>
  );
}

/** The customer's holding of an instrument and its gain, tick by tick; long and short, each in a card. */
export function PositionCard({ listing, quote }: PositionCardProps) {
  const { data } = useQuery(holdings);
  const { symbol, market } = listing;
  const held = data?.filter((row) => row.symbol === symbol && row.market === market) ?? [];
  return held.map((position) => {
    const value = valuationOf(position, quote?.last);
    if (!value) return null;
    const { profit, percent } = shownOf(value);
    return (
      <Link key={position.id} to={holdingAddress(position)} className="block">
        <Card className="mt-2.5 flex items-center justify-between gap-4">
          <What position={position} />
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
      </Link>
    );
  });
}
