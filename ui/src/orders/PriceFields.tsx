import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import { limitOf, type Prices, stopOf, type Trail } from "@/api/orderTerms";
import { formatPriceOf } from "@/products";
import { typeRow, waitsForStop } from "@/trade/orderTypes";
import { distanceOf } from "@/trade/priceTerms";
import type { Problems } from "@/trade/problems";
import { stopBehind, triggerOf } from "@/trade/stops";
import type { LegMarket } from "@/trade/ticketLegs";
import { isPositive } from "@/ui";
import { useSentences } from "@/ui/useSentences";
import { PriceField } from "./PriceField";
import type { Place } from "./refusedPlace";
import { TrailField } from "./TrailField";
import { useAway } from "./useAway";

export interface PriceChange {
  limitPrice?: string;
  stopPrice?: string;
  trail?: Trail;
}

interface PriceFieldsProps {
  instrument: InstrumentDetail;
  side: Side;
  /** The prices as typed. */
  prices: Prices;
  now: LegMarket;
  onChange: (part: PriceChange) => void;
  problems: Problems;
  /** The server's refusal, by its field. */
  errorAt: (place: Place) => string | undefined;
}

/** What an order with a stop waits for, as a sentence; null while a price is missing. */
function useWaits({ instrument, side, prices }: PriceFieldsProps): string | null {
  const { t } = useTranslation("ticket");
  const stop = formatPriceOf(instrument, stopOf(prices));
  const buys = side === "buy";
  if (prices.type === "stop" && isPositive(prices.stopPrice)) {
    return t(buys ? "waits.stopBuy" : "waits.stopSell", { stop });
  }
  if (prices.type === "stopLimit" && [prices.stopPrice, prices.limitPrice].every(isPositive)) {
    const price = formatPriceOf(instrument, prices.limitPrice);
    return t(buys ? "waits.stopLimitBuy" : "waits.stopLimitSell", { stop, price });
  }
  if (prices.type === "trailingStop" && isPositive(prices.trail.amount ?? prices.trail.percent)) {
    const distance = distanceOf(instrument, prices);
    return t(buys ? "waits.trailingBuy" : "waits.trailingSell", { distance });
  }
  return null;
}

/** The distance of a trailing stop, with where the stop would stand now. */
function Distance({ trail, ...props }: PriceFieldsProps & { trail: Trail }) {
  const { instrument, side, now, onChange, problems, errorAt } = props;
  const { t } = useTranslation(["ticket", "orders"]);
  const away = useAway(instrument);
  const waits = useWaits(props);
  const price = triggerOf(now.trigger, side, now);
  const stop = stopBehind(price, trail, side, now.tickSize);
  const distance = away(stop, price);
  const stands =
    distance === null
      ? null
      : t("away.trail", { stop: formatPriceOf(instrument, stop), away: distance });
  const sentences = useSentences();
  const tooFar =
    trail.amount === undefined
      ? t("orders:refusal.trail_invalid")
      : t("side.trailTooFar", { price: formatPriceOf(instrument, price) });
  return (
    <TrailField
      label={t("field.trail")}
      trail={trail}
      onChange={(next) => onChange({ trail: next })}
      currency={instrument.currency}
      tickSize={now.tickSize}
      error={problems.trail === undefined ? errorAt("trail") : tooFar}
      hint={
        <p className="num mt-1.5 px-1 text-small text-ink-2 empty:hidden">
          {problems.trail === undefined ? sentences(stands, waits) : null}
        </p>
      }
    />
  );
}

/** The prices that a type of order asks for, each with where it stands now and what it waits for. */
export function PriceFields(props: PriceFieldsProps) {
  const { instrument, side, prices, now, onChange, problems, errorAt } = props;
  const { t } = useTranslation("ticket");
  const away = useAway(instrument);
  const waits = useWaits(props);
  const sentences = useSentences();
  const { fields } = typeRow(prices.type);
  const price = triggerOf(now.trigger, side, now);
  const hint = (of: string | null) => {
    const distance = away(of ?? "", price);
    return distance === null ? null : t("away.sentence", { away: distance });
  };
  const [limit, stop] = [limitOf(prices), stopOf(prices)];
  const isStop = waitsForStop(prices.type);
  const wrongSide = problems.stopPrice && {
    key: side === "buy" ? ("side.stopAbove" as const) : ("side.stopBelow" as const),
    price: formatPriceOf(instrument, problems.stopPrice),
  };
  return (
    <>
      {fields.includes("stopPrice") ? (
        <PriceField
          label={t("field.stopPrice")}
          value={stop ?? ""}
          onChange={(stopPrice) => onChange({ stopPrice })}
          tickSize={now.tickSize}
          fallback={price}
          error={wrongSide ? t(wrongSide.key, { price: wrongSide.price }) : errorAt("stopPrice")}
          hint={sentences(hint(stop), prices.type === "stop" ? waits : null)}
        />
      ) : null}
      {fields.includes("limitPrice") ? (
        <PriceField
          value={limit ?? ""}
          onChange={(limitPrice) => onChange({ limitPrice })}
          tickSize={now.tickSize}
          fallback={isStop && stop ? stop : price}
          error={errorAt("limitPrice")}
          hint={sentences(hint(limit), isStop ? waits : null)}
        />
      ) : null}
      {prices.type === "trailingStop" ? <Distance {...props} trail={prices.trail} /> : null}
    </>
  );
}
