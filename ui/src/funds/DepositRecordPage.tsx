import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Deposit } from "@/api/funds";
import { families } from "@/api/keys";
import { walletOf } from "@/api/wallets";
import { isPositive } from "@/decimal";
import { UnansweredActions } from "@/money/UnansweredActions";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, EmptyState, Page, QueryList, SkeletonRows, TopBar } from "@/ui";
import { Column, ColumnActions } from "@/ui/Column";
import { CancelDepositSheet } from "./CancelDepositSheet";
import { DepositButton } from "./DepositButton";
import { DepositCard } from "./DepositCard";
import { deposits } from "./deposits";
import { useWallets } from "./wallets";

/** If the newest deposit was credited, the next step is shown at the bottom. */
function useNextStep(newest: Deposit | undefined) {
  const { t } = useTranslation("funds");
  const { open } = useNavigation();
  const funding = walletOf(useWallets().data, "BALANCE");
  if (newest?.status !== "completed") return undefined;
  if (!funding || !isPositive(funding.available)) return undefined;
  return (
    <ColumnActions>
      <Button onClick={() => open(to("transfer", { from: "BALANCE", to: "STOCK" }))}>
        {t("steps.transferAction")}
      </Button>
    </ColumnActions>
  );
}

/** Refetches the wallets after a credited deposit, which changes balances. */
function useCredited(completed: number): void {
  const client = useQueryClient();
  useEffect(() => {
    if (completed > 0) void client.invalidateQueries({ queryKey: families.wallets });
  }, [client, completed]);
}

/** The customer's deposits and their statuses. */
export default function DepositRecordPage() {
  // Loads the texts of the sheet before it opens.
  const { t } = useTranslation(["funds", "money"]);
  const [cancelling, setCancelling] = useState<Deposit | null>(null);
  const query = useInfiniteQuery(deposits);
  const read = query.data?.pages.flatMap((page) => page.rows);
  const nextStep = useNextStep(read?.[0]);
  useCredited(read?.filter(({ status }) => status === "completed").length ?? 0);
  const empty = (
    <EmptyState icon={ScrollText} text={t("record.empty")} action={<DepositButton />} />
  );
  return (
    <Page top={<TopBar />} bottom={nextStep} onRefresh={() => query.refetch()}>
      <Column>
        <UnansweredActions />
        <div>
          <QueryList query={query} skeleton={<SkeletonRows rows={4} />} empty={empty}>
            {(list) =>
              list.map((deposit) => (
                <DepositCard
                  key={deposit.id}
                  deposit={deposit}
                  onCancel={() => setCancelling(deposit)}
                />
              ))
            }
          </QueryList>
        </div>
        {cancelling ? (
          <CancelDepositSheet deposit={cancelling} onClose={() => setCancelling(null)} />
        ) : null}
      </Column>
    </Page>
  );
}
