import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { Download, History, SlidersHorizontal } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import {
  Card,
  CardSkeletons,
  Chips,
  EmptyState,
  ErrorState,
  IconButton,
  MoreButton,
  toast,
} from "@/ui";
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
  const exporting = useMutation({
    mutationFn: exportHistory,
    onError: (error) => error instanceof ApiError && toast(error.msg),
  });
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
      <IconButton
        label={set > 0 ? t("orders:history.filterOn", { number: set }) : t("orders:history.filter")}
        onClick={() => setFiltering(true)}
      >
        <span className="relative">
          <SlidersHorizontal size={20} strokeWidth={1.75} aria-hidden />
          {set > 0 ? (
            <span aria-hidden className="absolute -top-1 -right-1 size-2 rounded-full bg-brass" />
          ) : null}
        </span>
      </IconButton>
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
  const query = useInfiniteQuery(orderHistory(choice));
  const orders = query.data?.pages.flatMap((page) => page.rows);
  if (query.isPending) return <CardSkeletons />;
  if (query.error && !orders) return <ErrorState error={query.error} retry={query.refetch} />;
  if (!orders?.length) return <EmptyState icon={History} text={t("history.empty")} />;
  return (
    <>
      <Card className="py-1">
        {orders.map((order) => (
          <HistoryRow key={order.id} order={order} />
        ))}
      </Card>
      <MoreButton query={query} />
    </>
  );
}

/** The orders that have ended, by how, of what and when, and the way to take them along as a file. */
export function OrderHistory(props: OrderHistoryProps) {
  return (
    <>
      <Filters {...props} />
      <Rows choice={props.choice} />
    </>
  );
}
