import { useQuery } from "@tanstack/react-query";
import { ClipboardList } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { to } from "@/routes";
import { CardSkeletons, EmptyState, ErrorState, LinkButton } from "@/ui";
import { CancelSheet } from "./CancelSheet";
import { OrderCard } from "./OrderCard";
import { workingOrders } from "./queries";
import { useOrderStream } from "./useOrderStream";

/** The orders that wait to be filled. */
export function WorkingOrders() {
  const { t } = useTranslation("orders");
  useOrderStream();
  const { data, error, isPending, refetch } = useQuery(workingOrders);
  const [cancelled, setCancelled] = useState<string | null>(null);
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
  return (
    <>
      {data.map((order) => (
        <OrderCard key={order.id} order={order} onCancel={() => setCancelled(order.id)} />
      ))}
      <CancelSheet
        order={data.find((order) => order.id === cancelled) ?? null}
        onClose={() => setCancelled(null)}
      />
    </>
  );
}
