import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Suspense } from "@/api/coins";
import { families } from "@/api/keys";
import { releaseSuspense } from "@/money/coins";
import { useMoneyAction } from "@/money/useMoneyAction";
import {
  Button,
  Card,
  FormError,
  formatMoney,
  KeyValue,
  KeyValues,
  Own,
  SectionTitle,
  toast,
  UnansweredNotice,
} from "@/ui";
import { deposits } from "../deposits";
import { suspense } from "./queries";

function SuspenseCard({ of }: { of: Suspense }) {
  const { t } = useTranslation(["funds", "deposits", "money"]);
  const { sum, minimum, worth } = of;
  const { currency } = sum;
  const release = useMoneyAction(releaseSuspense, {
    subject: currency,
    onAnswer: ({ amount, currency: credited }) =>
      toast(t("deposits:released", { amount: formatMoney(amount), currency: credited })),
  });
  const unanswered = release.busy ? null : release.earlierOf({ currency });
  return (
    <Card>
      <KeyValues>
        <KeyValue label={t("deposits:suspenseSum")}>
          <Own>{formatMoney(sum.amount)}</Own> {currency}
        </KeyValue>
        <KeyValue label={t("deposits:suspenseWorth")}>
          <Own>{formatMoney(worth.amount)}</Own> {worth.currency}
        </KeyValue>
      </KeyValues>
      <p className="mt-1 mb-3 text-small text-ink-2">
        {t("deposits:suspenseWhy", { amount: formatMoney(minimum), currency })}
      </p>
      <FormError text={release.refusal?.msg} />
      {unanswered ? (
        <UnansweredNotice since={unanswered.since}>
          {t("deposits:releaseUnanswered")}
        </UnansweredNotice>
      ) : null}
      <div className="mt-3 flex">
        <Button look="ghost" onClick={() => release.perform({ currency })} busy={release.busy}>
          {unanswered ? t("money:unanswered.findOut") : t("deposits:release")}
        </Button>
      </div>
    </Card>
  );
}

/** Refetches when a deposit enters or leaves suspense. */
function useSuspense() {
  const client = useQueryClient();
  const rows = useInfiniteQuery(deposits).data?.pages.flatMap((page) => page.rows) ?? [];
  const waiting = rows.filter(({ status }) => status === "suspense").map(({ id }) => id);
  const which = waiting.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands in suspense is what it is read again for
  useEffect(() => {
    void client.invalidateQueries({ queryKey: families.suspense });
  }, [client, which]);
  return useQuery(suspense).data ?? [];
}

/** Coins below the minimum, the reason why they wait, and the button that credits them anyway. */
export function SuspenseCards() {
  const { t } = useTranslation(["funds", "deposits"]);
  const list = useSuspense();
  if (list.length === 0) return null;
  return (
    <section>
      <SectionTitle>{t("deposits:suspense")}</SectionTitle>
      <div className="flex flex-col gap-3">
        {list.map((entry) => (
          <SuspenseCard key={entry.sum.currency} of={entry} />
        ))}
      </div>
    </section>
  );
}
