import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { priceLook } from "@/products";
import { classes, type PriceLook, PriceText, SignedText } from "@/ui";
import type { TicketQuote } from "./useTicket";

interface PriceCellProps {
  label: ReactNode;
  price: string;
  look: PriceLook;
  stale: boolean;
  onChoose?: (price: string) => void;
}

function PriceCell({ label, price, look, stale, onChoose }: PriceCellProps) {
  const { t } = useTranslation("orders");
  const cell = classes("min-w-0 rounded-[12px] px-1 py-1 text-center", stale && "grayscale");
  const content = (
    <>
      <span className="block truncate text-caption text-ink-2">{label}</span>
      <PriceText value={price} {...look} className="mx-0 px-0 text-note font-semibold" />
    </>
  );
  if (!onChoose || !price) return <div className={cell}>{content}</div>;
  return (
    <button
      type="button"
      title={t("ticket.take")}
      onClick={() => onChoose(price)}
      className={classes(
        cell,
        "min-h-11 bg-sunken transition-transform duration-150 active:scale-[0.97]",
      )}
    >
      {content}
    </button>
  );
}

interface TickerLineProps {
  instrument: InstrumentDetail;
  quote: TicketQuote;
  /** Called with a pressed price; without it the prices cannot be pressed. */
  onChoose?: (price: string) => void;
}

/** The live price above the ticket, between the bid and the ask. */
export function TickerLine({ instrument, quote, onChoose }: TickerLineProps) {
  const { t } = useTranslation("orders");
  const { bid, ask, last, changePercent, stale } = quote;
  const look = priceLook(instrument, last);
  return (
    <div className="num grid grid-cols-[1fr_1.3fr_1fr] gap-2 py-2">
      <PriceCell
        label={t("ticket.bid")}
        price={bid}
        look={look}
        stale={stale}
        onChoose={onChoose}
      />
      <PriceCell
        label={
          <>
            {t("ticket.last")}{" "}
            <SignedText value={changePercent} percent className="font-semibold" />
          </>
        }
        price={last}
        look={look}
        stale={stale}
        onChoose={onChoose}
      />
      <PriceCell
        label={t("ticket.ask")}
        price={ask}
        look={look}
        stale={stale}
        onChoose={onChoose}
      />
    </div>
  );
}
