import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { to } from "@/screens";
import { Card, QueryList, SectionTitle, SkeletonRows } from "@/ui";
import { Link } from "@/ui/Link";
import { useHasFailed } from "@/ui/useSaidAbove";
import { CancelWithdrawalSheet } from "./CancelWithdrawalSheet";
import { withdrawals } from "./queries";
import { isUnderWay } from "./state";
import { WithdrawalCard } from "./WithdrawalCard";
import { WithdrawalRow } from "./WithdrawalRow";

function TimesLink() {
  const { t } = useTranslation("payouts");
  return (
    <Link to={to("withdrawalTimes")} className="-my-3 inline-flex min-h-11 items-center text-right">
      {t("detail.times")}
    </Link>
  );
}

interface WithdrawalListProps {
  /** True if an error above covers this list too, with its "Try again". */
  saidAbove?: boolean;
}

/** The customer's withdrawals: those under way with their status, and below the ended ones. */
export function WithdrawalList({ saidAbove = false }: WithdrawalListProps) {
  // Loads the texts of the sheet before it opens.
  const { t } = useTranslation(["withdrawals", "money", "payouts"]);
  const [cancelling, setCancelling] = useState<Withdrawal | null>(null);
  const query = useInfiniteQuery(withdrawals);
  const failed = useHasFailed(query);
  if (failed && saidAbove) return null;
  return (
    <section>
      <SectionTitle end={<TimesLink />}>{t("withdrawals:list.title")}</SectionTitle>
      <QueryList
        query={query}
        skeleton={<SkeletonRows rows={2} />}
        empty={<p className="text-note text-ink-2">{t("withdrawals:list.empty")}</p>}
      >
        {(list) => {
          const ended = list.filter((withdrawal) => !isUnderWay(withdrawal));
          return (
            <>
              {list.filter(isUnderWay).map((withdrawal) => (
                <WithdrawalCard
                  key={withdrawal.id}
                  withdrawal={withdrawal}
                  onCancel={() => setCancelling(withdrawal)}
                />
              ))}
              {ended.length > 0 ? (
                <Card className="py-1" aria-live="polite">
                  <ul>
                    {ended.map((withdrawal) => (
                      <WithdrawalRow key={withdrawal.id} withdrawal={withdrawal} />
                    ))}
                  </ul>
                </Card>
              ) : null}
            </>
          );
        }}
      </QueryList>
      {cancelling ? (
        <CancelWithdrawalSheet withdrawal={cancelling} onClose={() => setCancelling(null)} />
      ) : null}
    </section>
  );
}
