import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { kindOf, smallestTick, titleOf } from "@/products";
import { useSession } from "@/session";
import { Chips, isPositive } from "@/ui";
import { PriceField } from "./PriceField";
import { QuantityField } from "./QuantityField";
import { holding } from "./queries";
import { AmountButtons, SizeButtons } from "./SizeButtons";
import { SpendingField } from "./SpendingField";
import { useRefusalText } from "./useRefusalText";
import type { TicketState } from "./useTicket";

/** The time in force; only for limit orders. */
function Duration({ state }: { state: TicketState }) {
  const { t } = useTranslation("orders");
  return (
    <div className="mt-1 flex items-center justify-between gap-3">
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

/** The order type, and for a purchase the choice between shares and money. */
function Kind({ instrument, state }: TicketFieldsProps) {
  const { t } = useTranslation("orders");
  const { draft, change } = state;
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-x-2">
      <Chips
        label={t("ticket.type")}
        value={draft.type}
        onChange={(type) => change({ type })}
        choices={[
          { value: "limit", label: t("type.limit") },
          { value: "market", label: t("type.market") },
        ]}
      />
      {draft.side === "buy" && !kindOf(instrument).onMargin ? (
        <Chips
          label={t("amount.orderBy")}
          value={draft.by}
          onChange={(by) => change({ by })}
          choices={[
            { value: "quantity", label: t("amount.byShares") },
            { value: "amount", label: instrument.currency },
          ]}
        />
      ) : null}
    </div>
  );
}

/** The quantity, with buttons for shares of the greatest possible one. */
function Quantity({ instrument, state, error }: TicketFieldsProps & { error?: string }) {
  const session = useSession();
  const { ticket, draft, change, leveraged } = state;
  const { symbol, market, lotSize } = instrument;
  const { onMargin } = kindOf(instrument);
  const sells = draft.side === "sell" && !onMargin;
  const { data: held } = useQuery({
    ...holding(instrument),
    enabled: session !== null && sells,
  });
  const hasLimit = ticket.type === "limit" && isPositive(ticket.limitPrice);
  return (
    <>
      <QuantityField
        value={draft.quantity}
        onChange={(quantity) => change({ quantity })}
        lotSize={lotSize}
        unit={instrument.baseCurrency ?? undefined}
        error={error}
      />
      <SizeButtons
        order={{
          symbol,
          market,
          side: draft.side,
          limitPrice: hasLimit ? ticket.limitPrice : undefined,
          leverage: leveraged?.leverage,
        }}
        lotSize={lotSize}
        closes={sells}
        free={held?.available}
        onChoose={(quantity) => change({ quantity })}
      />
    </>
  );
}

/** Order type, price, and quantity or amount. */
export function TicketFields({ instrument, state }: TicketFieldsProps) {
  const { ticket, draft, change, refusal, refusedField } = state;
  const refusalText = useRefusalText(instrument.market, {
    lotSize: instrument.lotSize,
    quantity: ticket.quantity,
  });
  const isLimit = ticket.type === "limit";
  const message = refusal ? refusalText(refusal) : undefined;
  const error = refusedField === "quantity" ? message : undefined;
  const spends = draft.side === "buy" && draft.by === "amount";
  return (
    <>
      <Kind instrument={instrument} state={state} />
      <div className="space-y-2">
        {isLimit ? (
          <PriceField
            value={ticket.limitPrice}
            onChange={(limitPrice) => change({ limitPrice })}
            tickSize={instrument.tickSize ?? smallestTick(instrument, state.quote.last)}
            fallback={state.quote.last}
            error={refusedField === "price" ? message : undefined}
          />
        ) : null}
        {spends ? (
          <>
            <SpendingField
              state={state}
              instrument={titleOf(instrument).first}
              currency={instrument.currency}
              error={error}
            />
            <AmountButtons market={instrument.market} onChoose={(amount) => change({ amount })} />
          </>
        ) : (
          <Quantity instrument={instrument} state={state} error={error} />
        )}
      </div>
      {isLimit ? <Duration state={state} /> : null}
    </>
  );
}
