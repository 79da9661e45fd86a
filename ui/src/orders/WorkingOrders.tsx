import { useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { to } from "@/screens";
import { CardSkeletons, EmptyState, ErrorState, LinkButton } from "@/ui";
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
  const { data, error, isPending, refetch } = useQuery(workingOrders);
  if (isPending) return <CardSkeletons />;
  if (error && !data) return <ErrorState error={error} retry={refetch} />;
  if (!data?.length) {
    return (
      <EmptyState
        icon={ClipboardList}
        text={t("list.noOrders")}
        action={<LinkButton href={to("search")}>{t("list.find")}</LinkButton>}
      />
    );
  }
  return data.map((order) => (
    <OrderCard
      key={order.id}
      order={order}
      onAmend={() => onAmend(order)}
      onCancel={() => onCancel(order)}
    />
  ));
}

/** The orders that wait to be filled, and what can be done about one. */
export function WorkingOrders() {
  // What the sheet says is there before it opens.
  useTranslation("money");
  // The order as it was when it was asked about: the list loses it before its answer is shown.
  const [cancelling, setCancelling] = useState<Order | null>(null);
  const [asked, setAmending] = useState<Order | null>(null);
  const { data } = useQuery(workingOrders);
  // One that has ended meanwhile is no longer listed: the sheet stays, and the server says so.
  const amending = data?.find(({ id }) => id === asked?.id) ?? asked;
  return (
    <>
      <OrderList onAmend={setAmending} onCancel={setCancelling} />
      {amending ? <AmendSheet order={amending} onClose={() => setAmending(null)} /> : null}
      {cancelling ? <CancelSheet order={cancelling} onClose={() => setCancelling(null)} /> : null}
    </>
  );
}
