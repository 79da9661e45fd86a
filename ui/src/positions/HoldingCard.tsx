import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Position, PositionMargin } from "@/api/positions";
import { formatAverageOf, formatPriceOf, priceLook } from "@/products";
import { InstrumentTitle, titleCut } from "@/products/InstrumentTitle";
import { counted } from "@/products/words";
import { useQuote } from "@/push/quotes";
import { shownOf, type Valuation, valuationOf } from "@/trade/valuation";
import { classes, formatDecimal, formatMoney, NO_VALUE, Own, PriceText, SignedText } from "@/ui";
import { Link } from "@/ui/Link";
import { FutureFoot } from "./future/FutureFoot";
import { holdingAddress } from "./holdingAddress";

/** A holding at the price of its newest tick, or of the reply before the first tick, as it is shown. */
export function useValuation(position: Position) {
  const quote = useQuote(position);
  const value = valuationOf(position, quote?.last);
  return value && shownOf(value);
}

/** The prices that close a position: «TP 240.00 · SL 200.00»; nothing without any. */
export function useProtectionText(position: Position): string | null {
  const { t } = useTranslation("positions");
  const { takeProfit, stopLoss } = position;
  const prices = [
    takeProfit && t("protection.takeProfitAt", { price: formatPriceOf(position, takeProfit) }),
    stopLoss && t("protection.stopLossAt", { price: formatPriceOf(position, stopLoss) }),
  ].filter(Boolean);
  return prices.length > 0 ? prices.join(" · ") : null;
}

interface Fact {
  label: string;
  value: ReactNode;
}

interface CardProps {
  position: Position;
  value: Valuation | null;
  /** The side and leverage, for a position on margin. */
  note?: ReactNode;
  facts: readonly Fact[];
}

const CARD = "rounded-card bg-surface shadow-card";

function CardOf({ position, value, note, facts }: CardProps) {
  const { t } = useTranslation("positions");
  const protection = useProtectionText(position);
  const { future } = position;
  const card = (
    <Link
      to={holdingAddress(position)}
      data-row
      className={classes("@container block px-4 py-3", !future && `mb-2.5 ${CARD}`)}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span className={classes("min-w-0 text-body font-semibold", titleCut(position))}>
          <InstrumentTitle of={position} />
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
      <span className="flex items-baseline justify-between gap-3 text-ink-2">
        <span className="min-w-0 text-small">{note}</span>
        {value?.today ? (
          <span className="shrink-0 text-caption">
            <Own>
              <SignedText value={value.today} className="font-semibold" />
            </Own>{" "}
            {t("head.today")}
          </span>
        ) : null}
      </span>
      {/* Four figures of a dear coin are wider than a narrow column. */}
      <span className="num mt-2 flex items-end justify-between gap-2 @max-[300px]:grid @max-[300px]:grid-cols-2">
        {facts.map((fact) => (
          <span key={fact.label} className="min-w-0 last:text-right @max-[300px]:even:text-right">
            <span className="block text-caption text-ink-2">{fact.label}</span>
            <span className="block text-note font-medium">{fact.value}</span>
          </span>
        ))}
      </span>
      {protection === null ? null : (
        <span className="num mt-1.5 block text-caption text-ink-2">{protection}</span>
      )}
    </Link>
  );
  if (!future) return card;
  return (
    <div className={`mb-2.5 ${CARD}`}>
      {card}
      <FutureFoot position={position} future={future} />
    </div>
  );
}

/** An owned holding. */
function OwnedCard({ position }: { position: Position }) {
  const { t } = useTranslation("positions");
  const value = useValuation(position);
  const facts = [
    { label: t("quantity"), value: <Own>{formatDecimal(position.quantity)}</Own> },
    { label: t("cost"), value: formatAverageOf(position, position.averagePrice) },
    {
      label: t("price"),
      value: value ? (
        <PriceText value={value.price} {...priceLook(position, value.price)} />
      ) : (
        NO_VALUE
      ),
    },
    {
      label: t("value"),
      value: <Own>{formatMoney(value?.marketValue, position.priceCurrency)}</Own>,
    },
  ];
  return <CardOf position={position} value={value} facts={facts} />;
}

interface MarginCardProps {
  position: Position;
  margin: PositionMargin;
}

/** A position on margin, long or short, with its liquidation price. */
function MarginCard({ position, margin }: MarginCardProps) {
  const { t } = useTranslation("positions");
  const { t: orders } = useTranslation("orders");
  const { side } = position;
  const color = side === "long" ? "text-rise-text" : "text-fall-text";
  const note = (
    <span className={`num font-semibold ${color}`}>
      {t(`side.${side}`)}
      {margin.leverage === null ? null : ` ${formatDecimal(margin.leverage)}×`}
    </span>
  );
  const facts = [
    {
      label: t("quantity"),
      // A pair's base currency is in its name; contracts have a noun.
      value: (
        <Own>
          {position.future
            ? counted(orders, position, position.quantity)
            : formatDecimal(position.quantity)}
        </Own>
      ),
    },
    { label: t("entry"), value: formatAverageOf(position, position.averagePrice) },
    {
      label: t("mark"),
      value: <PriceText value={margin.mark} {...priceLook(position, margin.mark)} />,
    },
    position.future
      ? {
          label: t("margin.amount"),
          value: <Own>{formatMoney(position.cost, position.currency)}</Own>,
        }
      : {
          label: t("margin.liquidationShort"),
          value:
            margin.liquidationPrice === null ? (
              NO_VALUE
            ) : (
              <span className="text-danger">
                {formatPriceOf(position, margin.liquidationPrice)}
              </span>
            ),
        },
  ];
  return <CardOf position={position} value={useValuation(position)} note={note} facts={facts} />;
}

/** One holding. A tick redraws its profit, and nothing else on the screen but the totals. */
export function HoldingCard({ position }: { position: Position }) {
  return position.margin ? (
    <MarginCard position={position} margin={position.margin} />
  ) : (
    <OwnedCard position={position} />
  );
}
