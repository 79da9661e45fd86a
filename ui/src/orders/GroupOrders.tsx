import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { Card, ListRow, SectionTitle } from "@/ui";
import { GroupStatePill } from "./GroupCard";
import { useLegPrice } from "./LegRow";
import { isPending, legKindOf, stateOf } from "./legs";
import { useTermsText } from "./OrderCard";
import { OrderStatusPill } from "./OrderStatusPill";
import { orderAddress } from "./orderAddress";
import { orderDetail, workingOrders } from "./queries";

/** Another order of the group, with its state. */
function Member({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const price = useLegPrice(order);
  const isPriced = order.prices.type !== "market";
  const terms = useTermsText(order);
  const leg = legKindOf(order);
  return (
    <ListRow
      href={orderAddress(order)}
      title={
        <span className="text-note font-semibold">
          {leg === null ? t("group.entry") : t(`kind.${leg}`)}{" "}
          <span className="num">{isPriced ? price : null}</span>
        </span>
      }
      subtitle={leg === null ? terms : undefined}
      // The state of legs that wait for their entry is the group's.
      end={isPending(order) ? undefined : <OrderStatusPill order={order} />}
    />
  );
}

/** The other orders of an order's group: its legs, or its entry while that is open. */
export function GroupOrders({ order }: { order: Order }) {
  const { t } = useTranslation("orders");
  const others = order.legs.filter(({ id }) => id !== order.id);
  const read = useQueries({ queries: others.map(({ id }) => orderDetail(id)) });
  const legs = read.flatMap(({ data }) => data ?? []);
  const { data: listed } = useQuery({ ...workingOrders, enabled: order.groupId !== null });
  const isLeg = legKindOf(order) !== null;
  const entry = isLeg
    ? listed?.find((one) => one.groupId === order.groupId && legKindOf(one) === null)
    : undefined;
  const members = [...(entry ? [entry] : []), ...legs];
  if (order.groupId === null || members.length === 0) return null;
  return (
    <>
      <SectionTitle end={<GroupStatePill state={stateOf(isLeg ? [order, ...legs] : legs)} />}>
        {t("group.title")}
      </SectionTitle>
      <Card className="py-1">
        {members.map((member) => (
          <Member key={member.id} order={member} />
        ))}
      </Card>
    </>
  );
}
