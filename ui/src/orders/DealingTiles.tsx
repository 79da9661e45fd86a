import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import { kindOf, priceLook } from "@/products";
import { spreadInPips } from "@/products/spread";
import { classes, PriceText } from "@/ui";
import type { TicketQuote } from "./useTicket";

const LOOKS: Record<Side, { chosen: string; label: string }> = {
  buy: { chosen: "border-rise bg-rise-soft", label: "text-rise-text" },
  sell: { chosen: "border-fall bg-fall-soft", label: "text-fall-text" },
};

interface DealingTilesProps {
  instrument: InstrumentDetail;
  quote: TicketQuote;
  side: Side;
  onChoose: (side: Side) => void;
}

/** Long at the ask or short at the bid: pressing a price chooses its side. */
export function DealingTiles({ instrument, quote, side, onChoose }: DealingTilesProps) {
  const { t } = useTranslation(["orders", "common"]);
  const { words: context } = kindOf(instrument);
  const pips = spreadInPips(instrument, quote);
  const tile = (of: Side) => {
    const price = of === "buy" ? quote.ask : quote.bid;
    const isChosen = of === side;
    return (
      <button
        type="button"
        aria-pressed={isChosen}
        onClick={() => onChoose(of)}
        className={classes(
          "min-h-16 rounded-control border px-3 py-2 text-center transition-[background-color,border-color,transform] duration-150 active:scale-[0.985]",
          isChosen ? LOOKS[of].chosen : "border-line bg-surface",
          quote.stale && "grayscale",
        )}
      >
        <span className={classes("block text-note font-semibold", LOOKS[of].label)}>
          {t(`common:direction.${of}`, { context })}
        </span>
        <PriceText
          value={price}
          {...priceLook(instrument, price)}
          className="text-title font-semibold"
        />
      </button>
    );
  };
  return (
    <fieldset className="relative grid grid-cols-2 gap-2 pb-2">
      <legend className="sr-only">{t("orders:ticket.side", { context })}</legend>
      {tile("buy")}
      {tile("sell")}
      {pips ? (
        <span
          title={t("orders:dealing.spread")}
          className="num pointer-events-none absolute top-8 left-1/2 -translate-x-1/2 -translate-y-1/2 rounded-full border border-line bg-bg px-2 text-caption font-medium text-ink-2"
        >
          <span className="sr-only">{t("orders:dealing.spread")} </span>
          {pips}
        </span>
      ) : null}
    </fieldset>
  );
}
