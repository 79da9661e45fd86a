import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import { formatPriceOf } from "@/products";
import { EXIT_TYPES, type Exit, exitTerms } from "@/trade/exits";
import type { Problems } from "@/trade/problems";
import { quoteFor } from "@/trade/stops";
import type { LegMarket } from "@/trade/ticketLegs";
import { useSentences } from "@/ui/useSentences";
import { MoreChips } from "./MoreChips";
import { PriceField } from "./PriceField";
import { PriceFields } from "./PriceFields";
import type { Place } from "./refusedPlace";
import { useAway } from "./useAway";

interface ExitFieldsProps {
  instrument: InstrumentDetail;
  /** The side of the order that closes. */
  side: Side;
  exit: Exit;
  onChange: (part: Partial<Exit>) => void;
  now: LegMarket;
  problems: Problems;
  errorAt: (place: Place) => string | undefined;
}

/** The take-profit of a pair. */
function TakeProfit(props: ExitFieldsProps) {
  const { instrument, side, exit, onChange, now, problems, errorAt } = props;
  const { t } = useTranslation("ticket");
  const away = useAway(instrument)(exit.takeProfit, quoteFor(side, now));
  const wrong = problems.takeProfit;
  const error = wrong && t(`side.${wrong.way}`, { price: formatPriceOf(instrument, wrong.price) });
  return (
    <PriceField
      label={t("legs.takeProfitPrice")}
      value={exit.takeProfit}
      onChange={(takeProfit) => onChange({ takeProfit })}
      tickSize={now.tickSize}
      fallback={now.last}
      error={error ?? errorAt("takeProfit")}
      hint={away === null ? undefined : t("away.sentence", { away })}
    />
  );
}

/** The type of order that closes a position, and its prices. */
export function ExitFields(props: ExitFieldsProps) {
  const { instrument, side, exit, onChange, now, problems, errorAt } = props;
  const { t } = useTranslation(["ticket", "orders"]);
  const sentences = useSentences();
  const terms = exitTerms(exit);
  const isMarket = exit.type === "market";
  const lasts = t(terms.timeInForce === "day" ? "closing.lasts.day" : "closing.lasts.gtc");
  return (
    <>
      <MoreChips
        label={t("orders:ticket.type")}
        near={2}
        value={exit.type}
        onChange={(type) =>
          onChange({
            type,
            // A limit begins at the market's price, as that of a new order does.
            ...(type === "limit" && exit.limitPrice === ""
              ? { limitPrice: quoteFor(side, now) }
              : {}),
          })
        }
        choices={EXIT_TYPES.map((value) => ({
          value,
          label: t(`typeShort.${value}`),
          name: t(`type.${value}.name`),
          text: t(`type.${value}.text`),
        }))}
      />
      {isMarket ? null : (
        <div className="space-y-2 pb-2">
          {exit.type === "pair" ? <TakeProfit {...props} /> : null}
          <PriceFields
            instrument={instrument}
            side={side}
            prices={terms}
            now={now}
            onChange={onChange}
            problems={problems}
            errorAt={errorAt}
          />
          <p className="px-1 text-small text-ink-2">
            {sentences(lasts, exit.type === "pair" ? t("closing.pair") : null)}
          </p>
        </div>
      )}
    </>
  );
}
