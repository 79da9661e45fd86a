import { useInfiniteQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { WalletType } from "@/api/funds";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, Card, EmptyState, QueryList, SkeletonRows } from "@/ui";
import { byDay } from "@/ui/days";
import { BillRow } from "./BillRow";
import { bill } from "./bill";
import { movementsOf } from "./movements";

/** What moved in an account, or in all of them, day by day. */
export function Bill({ type }: { type: WalletType | undefined }) {
  const { t, i18n } = useTranslation("funds");
  const { open } = useNavigation();
  const empty = (
    <EmptyState
      icon={ReceiptText}
      text={t("bill.empty")}
      action={<Button onClick={() => open(to("deposit"))}>{t("deposit.title")}</Button>}
    />
  );
  return (
    <QueryList
      query={useInfiniteQuery(bill(type))}
      skeleton={<SkeletonRows rows={8} />}
      empty={empty}
    >
      {(entries) =>
        byDay(movementsOf(entries), ({ main }) => main.at, i18n.language).map(
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
        )
      }
    </QueryList>
  );
}
