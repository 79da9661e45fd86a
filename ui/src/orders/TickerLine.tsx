import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classes, PriceText, SignedText } from "@/ui";
import type { TicketQuote } from "./useTicket";

interface PriceCellProps {
  label: ReactNode;
  price: string;
  stale: boolean;
  onChoose?: (price: string) => void;
}

function PriceCell({ label, price, stale, onChoose }: PriceCellProps) {
  const { t } = useTranslation("orders");
  const look = classes("min-w-0 rounded-[12px] px-1 py-1 text-center", stale && "grayscale");
  const content = (
    <>
      <span className="block truncate text-caption text-ink-2">{label}</span>
      <PriceText value={price} className="mx-0 px-0 text-note font-semibold" />
    </>
  );
  if (!onChoose || !price) return <div className={look}>{content}</div>;
  return (
    <button
      type="button"
      title={t("ticket.take")}
      onClick={() => onChoose(price)}
      className={classes(
        look,
        "min-h-11 bg-sunken transition-transform duration-150 active:scale-[0.97]",
      )}
    >
      {content}
    </button>
  );
}

interface TickerLineProps {
  quote: TicketQuote;
  /** Takes a price that was pressed; without it the prices cannot be. */
  onChoose?: (price: string) => void;
}

/** The live price over the ticket, between the bid and the ask that the order would meet. */
export function TickerLine({ quote, onChoose }: TickerLineProps) {
  const { t } = useTranslation("orders");
  const { bid, ask, last, changePercent, stale } = quote;
  return (
    <div className="num grid grid-cols-[1fr_1.3fr_1fr] gap-2 py-2">
      <PriceCell label={t("ticket.bid")} price={bid} stale={stale} onChoose={onChoose} />
      <PriceCell
        label={
          <>
            {t("ticket.last")}{" "}
            <SignedText value={changePercent} percent className="font-semibold" />
          </>
        }
        price={last}
        stale={stale}
        onChoose={onChoose}
      />
      <PriceCell label={t("ticket.ask")} price={ask} stale={stale} onChoose={onChoose} />
    </div>
  );
}
