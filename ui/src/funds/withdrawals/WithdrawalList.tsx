import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { to } from "@/screens";
import { QueryList, SectionTitle, SkeletonRows } from "@/ui";
import { Link } from "@/ui/Link";
import { CancelWithdrawalSheet } from "./CancelWithdrawalSheet";
import { withdrawals } from "./queries";
import { WithdrawalCard } from "./WithdrawalCard";

/** The customer's withdrawals and how far each is. */
export function WithdrawalList() {
  // What the sheet says is there before it opens.
  const { t } = useTranslation(["withdrawals", "money", "payouts"]);
  const [cancelling, setCancelling] = useState<Withdrawal | null>(null);
  return (
    <section>
      <SectionTitle>{t("withdrawals:list.title")}</SectionTitle>
      <Link
        to={to("withdrawalTimes")}
        className="-mt-2 inline-flex min-h-11 items-center px-1 text-note font-semibold text-ink"
      >
        {t("payouts:detail.times")}
      </Link>
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
