import { useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { CardSkeletons, EmptyState, LinkButton, QueryList } from "@/ui";
import { GroupCard } from "./GroupCard";
import { groupsOf } from "./legs";
import { OrderCard } from "./OrderCard";
import { workingOrders } from "./queries";
import { type OrderActions, useOrderSheets } from "./useOrderSheets";

function OrderList(actions: OrderActions) {
  const { t } = useTranslation("orders");
  const empty = (
    <EmptyState
      icon={ClipboardList}
      text={t("list.noOrders")}
      action={<LinkButton href={to("search")}>{t("list.find")}</LinkButton>}
    />
  );
  return (
    <QueryList query={useQuery(workingOrders)} skeleton={<CardSkeletons />} empty={empty}>
      {(orders) => (
        <div className="@container">
          {/* In a wide pane one card in a line would be mostly empty. */}
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-2.5 @min-[640px]:grid-cols-[repeat(2,minmax(0,1fr))]">
            {groupsOf(orders).map((listed) =>
              "order" in listed ? (
                <OrderCard key={listed.order.id} order={listed.order} {...actions} />
              ) : (
                <GroupCard key={listed.group.id} group={listed.group} {...actions} />
              ),
            )}
          </div>
        </div>
      )}
    </QueryList>
  );
}

/** The working orders, with the actions on each. */
export function WorkingOrders() {
  const { actions, sheets } = useOrderSheets();
  return (
    <>
      <OrderList {...actions} />
      {sheets}
    </>
  );
}
