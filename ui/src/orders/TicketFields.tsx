import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { limitOf } from "@/api/orderTerms";
import { formatPriceOf, kindOf, TICKETS, type TicketName, unitOf } from "@/products";
import { variantOf } from "@/products/words";
import { useSession } from "@/session";
import { FORMS } from "@/trade/forms";
import { waitsForStop } from "@/trade/orderTypes";
import { dearestOf } from "@/trade/stops";
import { Chips, isPositive } from "@/ui";
import { LegFields } from "./LegFields";
import { LotsHint } from "./LotsHint";
import { MoreChips } from "./MoreChips";
import { PriceFields } from "./PriceFields";
import { QuantityField } from "./QuantityField";
import { holding } from "./queries";
import type { Place } from "./refusedPlace";
import { AmountButtons, SizeButtons } from "./SizeButtons";
import { SpendingField } from "./SpendingField";
import { TicketTime } from "./TicketTime";
import { useRefusalText } from "./useRefusalText";
import type { TicketState } from "./useTicket";

interface TicketFieldsProps {
  name: TicketName;
  instrument: InstrumentDetail;
  state: TicketState;
}

/** The order type, and for a purchase the choice between shares and money. */
function Kind({ name, instrument, state }: TicketFieldsProps) {
  const { t } = useTranslation(["orders", "ticket"]);
  const { draft, change } = state;
  return (
    <div className="mb-1 flex flex-wrap items-center justify-between gap-x-2">
      <MoreChips
        label={t("ticket.type")}
        near={2}
        value={draft.type}
        onChange={(type) => change({ type })}
        choices={TICKETS[name].types.map((value) => ({
          value,
          label: t(`ticket:typeShort.${value}`),
          name: t(`ticket:type.${value}.name`),
          text: t(`ticket:type.${value}.text`),
        }))}
      />
      {draft.side === "buy" && !kindOf(instrument).onMargin && !waitsForStop(draft.type) ? (
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
  const { terms } = ticket;
  const isStop = waitsForStop(terms.type);
  const limit = limitOf(terms);
  const dearest = isStop
    ? dearestOf({
        ...{ side: draft.side, stop: state.entry, limit },
        ...{ range: instrument.marketRange, tick: state.now.tickSize },
      })
    : (limit ?? "");
  // A purchase at a stop cannot be sized before its price is typed.
  const isSizable = sells || isPositive(dearest) || !isStop;
  return (
    <>
      <QuantityField
        of={instrument}
        value={draft.quantity}
        onChange={(quantity) => change({ quantity })}
        lotSize={lotSize}
        unit={unitOf(instrument)}
        error={error}
        hint={
          FORMS[name].inLots ? (
            <LotsHint
              of={instrument}
              lotSize={lotSize}
              quantity={draft.quantity}
              side={draft.side}
            />
          ) : undefined
        }
      />
      {isSizable ? (
        <SizeButtons
          order={{
            symbol,
            market,
            side: draft.side,
            limitPrice: isPositive(dearest) ? dearest : undefined,
            leverage: leveraged?.leverage,
          }}
          lotSize={lotSize}
          fractionStep={instrument.fractionStep}
          wallet={sells ? null : TICKETS[name].wallet}
          free={held?.available}
          onChoose={(quantity) => change({ quantity })}
        />
      ) : null}
    </>
  );
}

/** Order type, prices, size, time in force, and the legs of an order that opens. */
export function TicketFields({ name, instrument, state }: TicketFieldsProps) {
  const { ticket, draft, change, refusal, now, problems } = state;
  const refusalText = useRefusalText(instrument.market, {
    lotSize: instrument.lotSize,
    quantity: draft.quantity,
    tickSize: now.tickSize,
  });
  const errorAt = (place: Place) =>
    refusal && state.refusedPlace === place ? refusalText(refusal) : undefined;
  const error = errorAt("quantity");
  const spends = ticket.size.amount !== undefined;
  const isTimed = !(spends && ticket.terms.type === "market");
  const { t } = useTranslation("ticket");
  return (
    <>
      <p role="status" className="sr-only">
        {state.taken === null
          ? null
          : t("taken", { price: formatPriceOf(instrument, state.taken) })}
      </p>
      <Kind name={name} instrument={instrument} state={state} />
      <div className="space-y-2">
        <PriceFields
          instrument={instrument}
          side={ticket.side}
          prices={ticket.terms}
          now={now}
          onChange={change}
          problems={problems}
          errorAt={errorAt}
        />
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
      {isTimed ? <TicketTime instrument={instrument} state={state} errorAt={errorAt} /> : null}
      {state.closes ? null : <LegFields instrument={instrument} state={state} errorAt={errorAt} />}
    </>
  );
}
