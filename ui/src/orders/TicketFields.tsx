import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { useSession } from "@/session";
import { AmountField, Chips, decimalsOf, isPositive } from "@/ui";
import { PriceField } from "./PriceField";
import { SizeButtons } from "./SizeButtons";
import type { TicketState } from "./useTicket";

/** The steps of the price field while the server knows no price, and so no tick size: a cent. */
const SMALLEST_TICK = "0.01";

/** How long an order rests; only a limit order does. */
function Duration({ state }: { state: TicketState }) {
  const { t } = useTranslation("orders");
  return (
    <div className="mt-1 flex items-center justify-between gap-3 px-0.5">
      <span className="text-note text-ink-2">{t("ticket.goodFor")}</span>
      <Chips
        label={t("ticket.goodFor")}
        value={state.ticket.timeInForce}
        onChange={(timeInForce) => state.change({ timeInForce })}
        choices={[
          { value: "day", label: t("timeInForce.day") },
          { value: "gtc", label: t("timeInForce.gtc") },
        ]}
      />
    </div>
  );
}

interface TicketFieldsProps {
  instrument: InstrumentDetail;
  state: TicketState;
}

/** Order type, price, quantity, and the shares of what is possible. */
export function TicketFields({ instrument, state }: TicketFieldsProps) {
  const { t } = useTranslation("orders");
  const session = useSession();
  const { ticket, change, refusal, refusedField } = state;
  const isLimit = ticket.type === "limit";
  const message = refusal ? t(`refusal.${refusal}`) : undefined;
  const limitPrice = isLimit && isPositive(ticket.limitPrice) ? ticket.limitPrice : undefined;
  return (
    <>
      <Chips
        label={t("ticket.type")}
        className="mb-2"
        value={ticket.type}
        onChange={(type) => change({ type })}
        choices={[
          { value: "limit", label: t("type.limit") },
          { value: "market", label: t("type.market") },
        ]}
      />
      <div className="space-y-2">
        {isLimit ? (
          <PriceField
            value={ticket.limitPrice}
            onChange={(value) => change({ limitPrice: value })}
            tickSize={instrument.tickSize ?? SMALLEST_TICK}
            fallback={state.quote.last}
            error={refusedField === "price" ? message : undefined}
          />
        ) : null}
        <AmountField
          label={t("ticket.quantity")}
          value={ticket.quantity}
          onChange={(quantity) => change({ quantity })}
          decimals={decimalsOf(instrument.lotSize)}
          error={refusedField === "quantity" ? message : undefined}
        />
        <SizeButtons
          order={{
            symbol: instrument.symbol,
            market: instrument.market,
            side: ticket.side,
            limitPrice,
          }}
          onChoose={(quantity) => change({ quantity })}
          disabled={!session}
        />
      </div>
      {isLimit ? <Duration state={state} /> : null}
    </>
  );
}
