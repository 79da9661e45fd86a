import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { ErrorState, MoreButton, SectionTitle, SkeletonRows } from "@/ui";
import { CancelWithdrawalSheet } from "./CancelWithdrawalSheet";
import { withdrawals } from "./queries";
import { WithdrawalCard } from "./WithdrawalCard";

/** The customer's withdrawals and how far each is. */
export function WithdrawalList() {
  // What the sheet says is there before it opens.
  const { t } = useTranslation(["withdrawals", "money"]);
  const [cancelling, setCancelling] = useState<Withdrawal | null>(null);
  const query = useInfiniteQuery(withdrawals);
  const list = query.data?.pages.flatMap((page) => page.rows);
  return (
    <section>
      <SectionTitle>{t("withdrawals:list.title")}</SectionTitle>
      {query.isPending ? <SkeletonRows rows={2} /> : null}
      {query.isError && !list ? <ErrorState error={query.error} retry={query.refetch} /> : null}
      {list?.length === 0 ? (
        <p className="text-note text-ink-2">{t("withdrawals:list.empty")}</p>
      ) : null}
      {list?.map((withdrawal) => (
        <WithdrawalCard
          key={withdrawal.id}
          withdrawal={withdrawal}
          onCancel={() => setCancelling(withdrawal)}
        />
      ))}
      <MoreButton query={query} />
      {cancelling ? (
        <CancelWithdrawalSheet withdrawal={cancelling} onClose={() => setCancelling(null)} />
      ) : null}
    </section>
  );
}
