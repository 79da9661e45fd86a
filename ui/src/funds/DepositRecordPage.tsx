import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";
import { families } from "@/api/keys";
import { walletOf } from "@/api/wallets";
import { UnansweredActions } from "@/app/UnansweredActions";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, EmptyState, ErrorState, MoreButton, Page, SkeletonRows, TopBar } from "@/ui";
import { isPositive } from "@/ui/decimal";
import { CancelDepositSheet } from "./CancelDepositSheet";
import { DepositCard } from "./DepositCard";
import { deposits } from "./deposits";
import { useWallets } from "./wallets";

/** Once money has arrived, the step that comes next is at the thumb. */
function useNextStep() {
  const { t } = useTranslation("funds");
  const { open } = useNavigation();
  const funding = walletOf(useWallets().data, "BALANCE");
  if (!funding || !isPositive(funding.available)) return undefined;
  return (
    <Button onClick={() => open(to("transfer", { from: "BALANCE", to: "STOCK" }))}>
      {t("steps.transferAction")}
    </Button>
  );
}

/** A deposit that is credited has changed the balances, however the news of it came. */
function useCredited(completed: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (completed > 0) void client.invalidateQueries({ queryKey: families.wallets });
  }, [client, completed]);
}

/** The customer's deposits and where each stands, as the reviewer decides. */
export default function DepositRecordPage() {
  // What the sheet says is there before it opens.
  const { t } = useTranslation(["funds", "money"]);
  const { open } = useNavigation();
  const [cancelling, setCancelling] = useState<Deposit | null>(null);
  const nextStep = useNextStep();
  const query = useInfiniteQuery(deposits);
  const list = query.data?.pages.flatMap((page) => page.rows);
  useCredited(list?.filter(({ status }) => status === "completed").length ?? 0);
  return (
    <Page top={<TopBar />} bottom={nextStep} onRefresh={() => query.refetch()}>
      <UnansweredActions />
      {query.isPending ? <SkeletonRows rows={4} /> : null}
      {query.isError && !list ? <ErrorState error={query.error} retry={query.refetch} /> : null}
      {list?.length === 0 ? (
        <EmptyState
          icon={ScrollText}
          text={t("record.empty")}
          action={<Button onClick={() => open(to("deposit"))}>{t("deposit.title")}</Button>}
        />
      ) : null}
      {list?.map((deposit) => (
        <DepositCard key={deposit.id} deposit={deposit} onCancel={() => setCancelling(deposit)} />
      ))}
      <MoreButton query={query} />
      {cancelling ? (
        <CancelDepositSheet deposit={cancelling} onClose={() => setCancelling(null)} />
      ) : null}
    </Page>
  );
}
