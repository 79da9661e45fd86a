import { useTranslation } from "react-i18next";
import type { Position } from "@/api/positions";
import { instrumentQuery } from "@/instrumentQuery";
import { useQuote } from "@/push/quotes";
import { to } from "@/screens";
import { formatDecimal, formatMoney, NO_VALUE, Own, PriceText, SignedText } from "@/ui";
import { Link } from "@/ui/Link";
import { valuate } from "./valuation";

/** The address of a holding's own screen. */
export const holdingAddress = (position: Position) =>
  to("tradeDetail", { ...instrumentQuery(position), id: position.id, type: "holding" });

/** A holding at the price of its newest tick, or of the reply until one arrives. */
export function useValuation(position: Position) {
  const price = useQuote(position)?.last ?? position.price;
  return price ? valuate(position, price) : null;
}

/** One holding. A tick draws its profit again, and nothing else on the screen but the totals. */
export function HoldingCard({ position }: { position: Position }) {
  const { t } = useTranslation("positions");
  const value = useValuation(position);
  const facts = [
    { label: t("quantity"), value: <Own>{formatDecimal(position.quantity)}</Own> },
    { label: t("cost"), value: formatDecimal(position.averagePrice, { min: 2, max: 3 }) },
    { label: t("price"), value: value ? <PriceText value={value.price} /> : NO_VALUE },
    { label: t("value"), value: <Own>{formatMoney(value?.marketValue)}</Own> },
  ];
  return (
    <Link
      to={holdingAddress(position)}
      data-row
      className="mb-2.5 block rounded-card bg-surface px-4 py-3 shadow-card"
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate text-body font-semibold">
          {position.name}{" "}
          <span className="num text-small font-normal text-ink-2">{position.symbol}</span>
        </span>
        {value ? (
          <span className="shrink-0 font-semibold">
            <Own>
              <SignedText value={value.profit} className="text-body" />
            </Own>{" "}
            <SignedText value={value.percent} gain={value.profit} percent className="text-small" />
          </span>
        ) : null}
      </span>
      <span className="num mt-2 flex items-end justify-between gap-2">
        {facts.map((fact) => (
          <span key={fact.label} className="min-w-0 last:text-right">
            <span className="block text-caption text-ink-2">{fact.label}</span>
            <span className="block text-note font-medium">{fact.value}</span>
          </span>
        ))}
      </span>
    </Link>
  );
}
