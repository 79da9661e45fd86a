import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Download, History } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Card, CardSkeletons, Chips, EmptyState, IconButton, QueryList } from "@/ui";
import { FilterButton } from "@/ui/FilterButton";
import { HistoryFilterSheet } from "./HistoryFilterSheet";
import { HistoryRow } from "./HistoryRow";
import { exportHistory, type HistoryChoice, orderHistory } from "./history";

const ENDS = ["filled", "cancelled", "expired"] as const;

interface OrderHistoryProps {
  choice: HistoryChoice;
  onChoose: (choice: HistoryChoice) => void;
}

function Filters({ choice, onChoose }: OrderHistoryProps) {
  const { t } = useTranslation(["orders", "common"]);
  const [filtering, setFiltering] = useState(false);
  // A refusal is shown as for every action of a customer (`app/queryClient.ts`).
  const exporting = useMutation({ mutationFn: exportHistory });
  const set = [choice.symbol, choice.side, choice.period !== "month"].filter(Boolean).length;
  return (
    <div className="mb-2 flex items-center gap-1">
      <Chips<(typeof ENDS)[number] | "">
        label={t("orders:history.status")}
        className="min-w-0 flex-1"
        value={choice.status ?? ""}
        onChange={(status) => onChoose({ ...choice, status: status || undefined })}
        choices={[
          { value: "", label: t("common:action.all") },
          ...ENDS.map((value) => ({ value, label: t(`orders:status.${value}`) })),
        ]}
      />
      <FilterButton
        label={set > 0 ? t("orders:history.filterOn", { number: set }) : t("orders:history.filter")}
        isSet={set > 0}
        onClick={() => setFiltering(true)}
      />
      <IconButton
        label={t("orders:history.export")}
        disabled={exporting.isPending}
        onClick={() => exporting.mutate(choice)}
      >
        <Download size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      {filtering ? (
        <HistoryFilterSheet
          choice={choice}
          onChoose={onChoose}
          onClose={() => setFiltering(false)}
        />
      ) : null}
    </div>
  );
}

function Rows({ choice }: { choice: HistoryChoice }) {
  const { t } = useTranslation("orders");
  return (
    <QueryList
      query={useInfiniteQuery(orderHistory(choice))}
      skeleton={<CardSkeletons />}
      empty={<EmptyState icon={History} text={t("history.empty")} />}
    >
      {(orders) => (
        <Card className="py-1">
          {orders.map((order) => (
            <HistoryRow key={order.id} order={order} />
          ))}
        </Card>
      )}
    </QueryList>
  );
}

/** The ended orders, with filters by status, instrument and time, and their export to a file. */
export function OrderHistory(props: OrderHistoryProps) {
  return (
    <>
      <Filters {...props} />
      <Rows choice={props.choice} />
    </>
  );
}
