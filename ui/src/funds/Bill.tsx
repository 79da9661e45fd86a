import { useInfiniteQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { WalletType } from "@/api/funds";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, Card, EmptyState, ErrorState, MoreButton, SkeletonRows } from "@/ui";
import { byDay } from "@/ui/days";
import { BillRow } from "./BillRow";
import { bill } from "./bill";
import { movementsOf } from "./movements";

/** What moved in an account, or in all of them, day by day. */
export function Bill({ type }: { type: WalletType | undefined }) {
  const { t, i18n } = useTranslation("funds");
  const { open } = useNavigation();
  const query = useInfiniteQuery(bill(type));
  const entries = useMemo(() => query.data?.pages.flatMap((page) => page.rows), [query.data]);
  if (query.isPending) return <SkeletonRows rows={8} />;
  if (!entries) return <ErrorState error={query.error} retry={query.refetch} />;
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        text={t("bill.empty")}
        action={<Button onClick={() => open(to("deposit"))}>{t("deposit.title")}</Button>}
      />
    );
  }
  return (
    <>
      {byDay(movementsOf(entries), ({ main }) => main.at, i18n.language).map(
        ({ day, zone, rows }) => (
          <section key={day}>
            <h2 className="mt-4 mb-1.5 text-small font-semibold text-ink-2">
              {day} <span className="font-normal">{zone}</span>
            </h2>
            <Card className="py-1">
              {rows.map((movement) => (
                <BillRow key={`${movement.main.id} ${movement.main.line}`} movement={movement} />
              ))}
            </Card>
          </section>
        ),
      )}
      <MoreButton query={query} />
    </>
  );
}
