import { useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { to } from "@/screens";
import { CardSkeletons, EmptyState, LinkButton, QueryList } from "@/ui";
import { GroupCard } from "./GroupCard";
import { groupsOf } from "./legs";
import { OrderCard } from "./OrderCard";
import { workingOrders } from "./queries";
import { type OrderActions, useOrderSheets } from "./useOrderSheets";

interface Listed {
  /** The orders to list; all by default. */
  isListed?: (order: Order) => boolean;
  /** Shown if there are none. */
  empty?: ReactNode;
}

function OrderList({ isListed, empty, ...actions }: Listed & OrderActions) {
  const { t } = useTranslation("orders");
  const query = useQuery(workingOrders);
  const none = (
    <EmptyState
      icon={ClipboardList}
      text={t("list.noOrders")}
      action={<LinkButton href={to("search")}>{t("list.find")}</LinkButton>}
    />
  );
  return (
    <QueryList
      query={isListed && query.data ? { ...query, data: query.data.filter(isListed) } : query}
      skeleton={<CardSkeletons />}
      empty={empty ?? none}
    >
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
export function WorkingOrders(listed: Listed) {
  const { actions, sheets } = useOrderSheets();
  return (
    <>
      <OrderList {...listed} {...actions} />
      {sheets}
    </>
  );
}
