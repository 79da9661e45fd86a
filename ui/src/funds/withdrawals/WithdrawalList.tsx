import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { QueryList, SectionTitle, SkeletonRows } from "@/ui";
import { CancelWithdrawalSheet } from "./CancelWithdrawalSheet";
import { withdrawals } from "./queries";
import { WithdrawalCard } from "./WithdrawalCard";

/** The customer's withdrawals and how far each is. */
export function WithdrawalList() {
  // What the sheet says is there before it opens.
  const { t } = useTranslation(["withdrawals", "money"]);
  const [cancelling, setCancelling] = useState<Withdrawal | null>(null);
  return (
    <section>
      <SectionTitle>{t("withdrawals:list.title")}</SectionTitle>
      <QueryList
        query={useInfiniteQuery(withdrawals)}
        skeleton={<SkeletonRows rows={2} />}
        empty={<p className="text-note text-ink-2">{t("withdrawals:list.empty")}</p>}
      >
        {(list) =>
          list.map((withdrawal) => (
            <WithdrawalCard
              key={withdrawal.id}
              withdrawal={withdrawal}
              onCancel={() => setCancelling(withdrawal)}
            />
          ))
        }
      </QueryList>
      {cancelling ? (
        <CancelWithdrawalSheet withdrawal={cancelling} onClose={() => setCancelling(null)} />
      ) : null}
    </section>
  );
}
