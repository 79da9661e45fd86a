import { useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { to } from "@/screens";
import { CardSkeletons, EmptyState, LinkButton, QueryList } from "@/ui";
import { AmendSheet } from "./AmendSheet";
import { CancelSheet } from "./CancelSheet";
import { OrderCard } from "./OrderCard";
import { workingOrders } from "./queries";

interface OrderListProps {
  onAmend: (order: Order) => void;
  onCancel: (order: Order) => void;
}

function OrderList({ onAmend, onCancel }: OrderListProps) {
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
      {(orders) =>
        orders.map((order) => (
          <OrderCard
            key={order.id}
            order={order}
            onAmend={() => onAmend(order)}
            onCancel={() => onCancel(order)}
          />
        ))
      }
    </QueryList>
  );
}

/** The working orders, with the actions on each. */
export function WorkingOrders() {
  // Loads the texts of the sheet before it opens.
  useTranslation("money");
  // The order as it was when the sheet opened: the list loses it before its answer is shown.
  const [cancelling, setCancelling] = useState<Order | null>(null);
  const [asked, setAmending] = useState<Order | null>(null);
  const { data } = useQuery(workingOrders);
  // An order that has ended meanwhile is no longer listed: the sheet stays, and the server reports it.
  const amending = data?.find(({ id }) => id === asked?.id) ?? asked;
  return (
    <>
      <OrderList onAmend={setAmending} onCancel={setCancelling} />
      {amending ? <AmendSheet order={amending} onClose={() => setAmending(null)} /> : null}
      {cancelling ? <CancelSheet order={cancelling} onClose={() => setCancelling(null)} /> : null}
    </>
  );
}
