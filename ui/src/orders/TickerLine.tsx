import { useTranslation } from "react-i18next";
import { PriceText, SignedText } from "@/ui";
import type { TicketQuote } from "./useTicket";

/** The live price over the ticket, with the bid and the ask that the order would meet. */
export function TickerLine({ quote }: { quote: TicketQuote }) {
  const { t } = useTranslation("orders");
  return (
    <div className="px-0.5 py-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="text-note text-ink-2">{t("ticket.livePrice")}</span>
        <span className={quote.stale ? "grayscale" : undefined}>
          <PriceText value={quote.last} className="text-title font-semibold" />{" "}
          <SignedText value={quote.changePercent} percent className="text-note font-semibold" />
        </span>
      </div>
      <div className="num mt-0.5 flex justify-end gap-3 text-caption text-ink-2">
        <span>
          {t("ticket.bid")} <PriceText value={quote.bid} />
        </span>
        <span>
          {t("ticket.ask")} <PriceText value={quote.ask} />
        </span>
      </div>
    </div>
  );
}
