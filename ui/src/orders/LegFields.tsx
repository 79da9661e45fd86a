import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { formatPriceOf, multiplierOf } from "@/products";
import { hasLegs, type LegProblem, type LegsDraft, profitAt } from "@/trade/ticketLegs";
import { AmountField, formatPercent, isPositive, percentOf, Segmented, subtract } from "@/ui";
import { Fold } from "@/ui/Fold";
import { SwitchRow } from "@/ui/SwitchRow";
import { LegProfit } from "./LegProfit";
import { PriceField } from "./PriceField";
import type { Place } from "./refusedPlace";
import type { TicketState } from "./useTicket";

interface LegFieldsProps {
  instrument: InstrumentDetail;
  state: TicketState;
  errorAt: (place: Place) => string | undefined;
}

/** The quantity that the order is for, as far as it is known. */
const quantityOf = ({ ticket, cost, current }: TicketState) =>
  ticket.size.quantity ?? (current ? (cost?.quantity ?? "") : "");

/** The line beneath a leg: the other way to say its price, and what it would bring. */
function useLegHint({ instrument, state }: Omit<LegFieldsProps, "errorAt">, price: string) {
  const { t } = useTranslation("ticket");
  const { entry, ticket, draft } = state;
  if (!isPositive(price) || !isPositive(entry)) return undefined;
  const profit = profitAt(price, entry, quantityOf(state), ticket.side, multiplierOf(instrument));
  const shown = {
    price: formatPriceOf(instrument, price),
    entry: formatPriceOf(instrument, entry),
  };
  const percent = formatPercent(percentOf(subtract(price, entry), entry));
  return (
    <span className="flex flex-wrap justify-between gap-x-3">
      <span className="num">
        {draft.legUnit === "percent"
          ? t("legs.atPrice", shown)
          : t("legs.at", { percent, entry: shown.entry })}
      </span>
      {profit === null ? null : <LegProfit profit={profit} currency={instrument.currency} />}
    </span>
  );
}

/** The text of a problem with a leg. */
function useProblemText(instrument: InstrumentDetail) {
  const { t } = useTranslation("ticket");
  return (problem: LegProblem | undefined) => {
    if (!problem) return undefined;
    const price = formatPriceOf(instrument, problem.price);
    if (problem.of === "market") return t(`side.${problem.way}`, { price });
    return t(problem.way === "above" ? "side.legAbove" : "side.legBelow", { price });
  };
}

interface LegProps extends LegFieldsProps {
  leg: "takeProfit" | "stopLoss";
  typed: string;
}

/** One leg: its price, or its distance in percent. */
function Leg({ instrument, state, errorAt, leg, typed }: LegProps) {
  const { t } = useTranslation("ticket");
  const { draft, change, ticket, now, problems, entry } = state;
  const textOf = useProblemText(instrument);
  const price = (leg === "takeProfit" ? ticket.takeProfit : ticket.stopLoss?.stopPrice) ?? "";
  const error = textOf(problems[leg]) ?? errorAt(leg);
  const hint = useLegHint({ instrument, state }, price);
  const onChange = (value: string) => change({ [leg]: value });
  return draft.legUnit === "percent" ? (
    <AmountField
      label={t(`legs.${leg}Percent`)}
      value={typed}
      onChange={onChange}
      unit={t("field.percent")}
      error={error}
      hint={hint}
    />
  ) : (
    <PriceField
      label={t(`legs.${leg}Price`)}
      value={typed}
      onChange={onChange}
      tickSize={now.tickSize}
      fallback={entry}
      error={error}
      hint={hint}
    />
  );
}

/** The folded line: the legs that are on, or what can be set. */
function useSummary({ instrument, state }: LegFieldsProps): string {
  const { t } = useTranslation("ticket");
  const { takeProfit, stopLoss } = state.ticket;
  const part = (label: "takeProfit" | "stopLoss", price: string | undefined) =>
    price && isPositive(price) ? [`${t(`legs.${label}`)} ${formatPriceOf(instrument, price)}`] : [];
  const on = [...part("takeProfit", takeProfit), ...part("stopLoss", stopLoss?.stopPrice)];
  return on.length > 0 ? on.join(" · ") : t("legs.title");
}

/** The take-profit and the stop-loss of an order that opens, folded until they are wanted. */
export function LegFields(props: LegFieldsProps) {
  const { state, errorAt } = props;
  const { t } = useTranslation("ticket");
  const { draft, change, now, ticket } = state;
  const { takeProfit, stopLoss, stopLimit } = draft;
  const [isUnfolded, setIsUnfolded] = useState(false);
  // Trouble with a leg is never folded away.
  const isOpen =
    isUnfolded ||
    (["takeProfit", "stopLoss", "stopLimit"] as const).some((leg) => errorAt(leg)) ||
    Boolean(state.problems.takeProfit ?? state.problems.stopLoss);
  const summary = useSummary(props);
  const toggle = (leg: keyof LegsDraft) => (on: boolean) => change({ [leg]: on ? "" : null });
  return (
    <div className="mt-1 border-t border-line">
      <Fold
        title={isOpen ? t("legs.title") : summary}
        isOpen={isOpen}
        onToggle={() => setIsUnfolded(!isUnfolded)}
      >
        <div className="space-y-2 pb-3">
          <Segmented
            label={t("legs.unit")}
            value={draft.legUnit}
            onChange={(legUnit) =>
              change({
                legUnit,
                takeProfit: takeProfit === null ? null : "",
                stopLoss: stopLoss === null ? null : "",
              })
            }
            choices={[
              { value: "price", label: t("legs.price") },
              { value: "percent", label: t("legs.percent") },
            ]}
          />
          <SwitchRow
            label={t("legs.takeProfit")}
            on={takeProfit !== null}
            onChange={toggle("takeProfit")}
          />
          {takeProfit === null ? null : <Leg {...props} leg="takeProfit" typed={takeProfit} />}
          <SwitchRow
            label={t("legs.stopLoss")}
            on={stopLoss !== null}
            onChange={(on) => change({ stopLoss: on ? "" : null, stopLimit: null })}
          />
          {stopLoss === null ? null : (
            <>
              <Leg {...props} leg="stopLoss" typed={stopLoss} />
              <SwitchRow
                label={t("legs.limit")}
                hint={t("legs.limitHint")}
                on={stopLimit !== null}
                onChange={toggle("stopLimit")}
              />
              {stopLimit === null ? null : (
                <PriceField
                  label={t("legs.limitPrice")}
                  value={stopLimit}
                  onChange={(value) => change({ stopLimit: value })}
                  tickSize={now.tickSize}
                  fallback={ticket.stopLoss?.stopPrice ?? ""}
                  error={errorAt("stopLimit")}
                />
              )}
            </>
          )}
          {hasLegs(draft) ? <p className="px-1 text-small text-ink-2">{t("legs.note")}</p> : null}
        </div>
      </Fold>
    </div>
  );
}
