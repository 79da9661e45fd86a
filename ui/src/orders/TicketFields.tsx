import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { limitOf } from "@/api/orderTerms";
import { kindOf, smallestTick, TICKETS, type TicketName } from "@/products";
import { variantOf } from "@/products/words";
import { useSession } from "@/session";
import { Chips, isPositive } from "@/ui";
import { type FormTime, typeRow } from "./orderTypes";
import { PriceField } from "./PriceField";
import { QuantityField } from "./QuantityField";
import { holding } from "./queries";
import { AmountButtons, SizeButtons } from "./SizeButtons";
import { SpendingField } from "./SpendingField";
import { useRefusalText } from "./useRefusalText";
import type { TicketState } from "./useTicket";

/** The time in force of an order that may wait. */
function Duration({ times, state }: { times: readonly FormTime[]; state: TicketState }) {
  const { t } = useTranslation("orders");
  return (
    <div className="mt-1 flex items-center justify-between gap-3">
      <span className="text-note text-ink-2">{t("ticket.goodFor")}</span>
      <Chips
        label={t("ticket.goodFor")}
        value={state.draft.timeInForce}
        onChange={(timeInForce) => state.change({ timeInForce })}
        choices={times.map((value) => ({ value, label: t(`timeInForce.${value}`) }))}
      />
    </div>
  );
}

interface TicketFieldsProps {
  name: TicketName;
  instrument: InstrumentDetail;
  state: TicketState;
}

/** The types of order to choose from. */
const TYPES = ["limit", "market"] as const;

/** The order type, and for a purchase the choice between shares and money. */
function Kind({ instrument, state }: Omit<TicketFieldsProps, "name">) {
  const { t } = useTranslation("orders");
  const { draft, change } = state;
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-x-2">
      <Chips
        label={t("ticket.type")}
        value={draft.type}
        onChange={(type) => change({ type })}
        choices={TYPES.map((value) => ({ value, label: t(`type.${value}`) }))}
      />
      {draft.side === "buy" && !kindOf(instrument).onMargin ? (
        <Chips
          label={t("amount.orderBy")}
          value={draft.by}
          onChange={(by) => change({ by })}
          choices={[
            {
              value: "quantity",
              label: t("amount.byQuantity", { context: variantOf(kindOf(instrument)) }),
            },
            { value: "amount", label: instrument.currency },
          ]}
        />
      ) : null}
    </div>
  );
}

/** The quantity, with buttons for shares of the greatest possible one. */
function Quantity({ name, instrument, state, error }: TicketFieldsProps & { error?: string }) {
  const session = useSession();
  const { ticket, draft, change, leveraged } = state;
  const { symbol, market, lotSize } = instrument;
  const { onMargin } = kindOf(instrument);
  const sells = draft.side === "sell" && !onMargin;
  const { data: held } = useQuery({
    ...holding(instrument),
    enabled: session !== null && sells,
  });
  const limit = limitOf(ticket.terms) ?? "";
  return (
    <>
      <QuantityField
        of={instrument}
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
          limitPrice: isPositive(limit) ? limit : undefined,
          leverage: leveraged?.leverage,
        }}
        lotSize={lotSize}
        wallet={sells ? null : TICKETS[name].wallet}
        free={held?.available}
        onChoose={(quantity) => change({ quantity })}
      />
    </>
  );
}

/** Order type, price, and quantity or amount. */
export function TicketFields({ name, instrument, state }: TicketFieldsProps) {
  const { ticket, draft, change, refusal, refusedField } = state;
  const tickSize = instrument.tickSize ?? smallestTick(instrument, state.quote.last);
  const refusalText = useRefusalText(instrument.market, {
    lotSize: instrument.lotSize,
    quantity: draft.quantity,
    tickSize,
  });
  const { fields, times } = typeRow(ticket.terms.type);
  const message = refusal ? refusalText(refusal) : undefined;
  const error = refusedField === "quantity" ? message : undefined;
  const spends = draft.side === "buy" && draft.by === "amount";
  return (
    <>
      <Kind instrument={instrument} state={state} />
      <div className="space-y-2">
        {fields.includes("limitPrice") ? (
          <PriceField
            value={limitOf(ticket.terms) ?? ""}
            onChange={(limitPrice) => change({ limitPrice })}
            tickSize={tickSize}
            fallback={state.quote.last}
            error={refusedField === "price" ? message : undefined}
          />
        ) : null}
        {spends ? (
          <>
            <SpendingField name={name} instrument={instrument} state={state} error={error} />
            <AmountButtons
              wallet={TICKETS[name].wallet}
              onChoose={(amount) => change({ amount })}
            />
          </>
        ) : (
          <Quantity name={name} instrument={instrument} state={state} error={error} />
        )}
      </div>
      {times.length > 0 ? <Duration times={times} state={state} /> : null}
    </>
  );
}
