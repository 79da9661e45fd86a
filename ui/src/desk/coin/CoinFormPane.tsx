import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { OrderForm } from "@/orders/OrderForm";
import { holdings } from "@/positions/queries";
import { usualTicket } from "@/products";
import { useSession } from "@/session";

interface CoinFormProps {
  instrument: InstrumentDetail;
  /** The book, at the right of the fields. */
  children: ReactNode;
}

/** The ticket of a coin with its book at the right; of an instrument that can only be watched, the book. */
export function CoinFormPane({ instrument, children }: CoinFormProps) {
  const { t } = useTranslation(["orders", "kinds"]);
  const isCustomer = useSession() !== null;
  const { data: positions = [] } = useQuery({ ...holdings, enabled: isCustomer });
  const name = usualTicket(instrument);
  if (!name) return children;
  return (
    <OrderForm
      name={name}
      instrument={instrument}
      initialSide="buy"
      positions={positions}
      // The head and the book have the prices.
      without="prices"
      frame={({ fields, figures, button }) => (
        <div className="@container">
          <div className="grid grid-cols-[minmax(0,1fr)_minmax(132px,38%)] gap-x-3 @min-[560px]:grid-cols-[minmax(0,1fr)_300px] @min-[560px]:gap-x-6">
            <section
              aria-label={t("orders:ticket.title", {
                name: instrument.name,
                code: instrument.symbol,
              })}
              className="@container/ticket min-w-0"
            >
              {fields}
              <div className="mt-2 flex">{button}</div>
            </section>
            <section aria-label={t("kinds:depth.screen")} className="min-w-0">
              {children}
            </section>
          </div>
          {figures}
        </div>
      )}
    />
  );
}
