import { useQueries } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { InstrumentTitle, titleCut } from "@/products/InstrumentTitle";
import { wordsOf } from "@/products/words";
import { isOpen } from "@/trade/words";
import { Card, classes } from "@/ui";
import { LegRow } from "./LegRow";
import { type GroupState, type OrderGroup, stateOf, takeProfitFirst } from "./legs";
import { OrderCard } from "./OrderCard";
import { orderDetail } from "./queries";
import type { OrderActions } from "./useOrderSheets";

const LOOKS: Record<GroupState, string> = {
  waiting: "bg-sunken text-ink-2",
  protecting: "bg-info-soft text-info",
  triggered: "bg-caution-soft text-caution",
  done: "bg-sunken text-ink-2",
};

/** The state of a group, in a word or two. */
export function GroupStatePill({ state }: { state: GroupState }) {
  const { t } = useTranslation("orders");
  return (
    <span
      className={`shrink-0 rounded-pill px-2 py-0.5 text-caption font-semibold ${LOOKS[state]}`}
    >
      {t(`group.${state}`)}
    </span>
  );
}

/** The open legs of a group, the take-profit first; those that wait for their entry are in no list, and read here. */
function useLegs({ entry, legs }: OrderGroup): Order[] {
  const unlisted = entry?.legs.filter(({ id }) => !legs.some((leg) => leg.id === id)) ?? [];
  const read = useQueries({ queries: unlisted.map(({ id }) => orderDetail(id)) });
  const pending = read.flatMap(({ data }) => (data && isOpen(data.status) ? [data] : []));
  return takeProfitFirst([...legs, ...pending]);
}

interface GroupCardProps extends OrderActions {
  group: OrderGroup;
}

/** An entry with its take-profit and stop-loss, or the legs that protect a position, in one card. */
export function GroupCard({ group, ...actions }: GroupCardProps) {
  const { t } = useTranslation(["orders", "common"]);
  const legs = useLegs(group);
  const [first] = legs;
  const { entry } = group;
  const rows = legs.map((leg) => <LegRow key={leg.id} leg={leg} {...actions} />);
  const state = <GroupStatePill state={stateOf(legs)} />;
  if (entry) {
    return (
      <OrderCard order={entry} {...actions}>
        {first ? (
          <section className="relative mt-3 border-t border-line pt-2.5">
            <div className="flex items-center justify-between gap-3">
              <p className="text-small text-ink-2">{t("orders:group.title")}</p>
              {state}
            </div>
            <ul className="-mb-2">{rows}</ul>
          </section>
        ) : null}
      </OrderCard>
    );
  }
  if (!first) return null;
  const color = first.side === "buy" ? "text-rise-text" : "text-fall-text";
  return (
    <Card className="mb-2.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className={classes("min-w-0 text-body font-semibold", titleCut(first))}>
          <InstrumentTitle of={first} />
        </span>
        <span className={`shrink-0 text-note font-semibold ${color}`}>
          {t(`common:direction.${first.side}`, { context: wordsOf(first) })}
        </span>
      </div>
      <div className="flex items-center justify-between gap-3">
        <p className="text-small text-ink-2">{t("orders:group.protects")}</p>
        {state}
      </div>
      <ul className="-mb-2">{rows}</ul>
    </Card>
  );
}
