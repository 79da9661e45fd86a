import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Listing, Quote } from "@/api/market";
import type { Position } from "@/api/positions";
import { formatAverageOf } from "@/products";
import { counted, measured } from "@/products/words";
import { shownOf, valuationOf } from "@/trade/valuation";
import { Card, formatDecimal, Own, SignedText } from "@/ui";
import { Link } from "@/ui/Link";
import { FutureFoot } from "./future/FutureFoot";
import { useProtectionText } from "./HoldingCard";
import { holdingAddress } from "./holdingAddress";
import { holdings } from "./queries";

interface PositionCardProps {
  listing: Listing;
  quote: Quote | undefined;
}

function What({ position }: { position: Position }) {
  const { t } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  const { margin, side } = position;
  const price = formatAverageOf(position, position.averagePrice);
  const context = margin ? "margin" : undefined;
  const protection = useProtectionText(position);
  return (
    <div>
      <div className="text-caption text-ink-2">
        {t("card.title")}
        {margin ? ` · ${t(`side.${side}`)}` : null}
        {margin?.leverage ? ` ${formatDecimal(margin.leverage)}×` : null}
      </div>
      <div className="num font-semibold">
        <Own>
          {t("card.held", {
            quantity: position.future
              ? counted(orders, position, position.quantity)
              : measured(orders, position, formatDecimal(position.quantity)),
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
    const { future } = position;
    return (
      <Card key={position.id} className="mt-2.5 px-0 py-0">
        <Link
          to={holdingAddress(position)}
          className="flex items-center justify-between gap-4 px-4 py-3"
        >
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
        </Link>
        {future ? <FutureFoot position={position} future={future} /> : null}
      </Card>
    );
  });
}
