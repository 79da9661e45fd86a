import { useInfiniteQuery } from "@tanstack/react-query";
import { ReceiptText } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { WalletType } from "@/api/funds";
import { useNavigation } from "@/navigation";
import type { BillQuery } from "@/screenQueries";
import { to } from "@/screens";
import {
  Button,
  Card,
  Chips,
  EmptyState,
  ErrorState,
  MoreButton,
  Page,
  SkeletonRows,
  TopBar,
} from "@/ui";
import { BillRow } from "./BillRow";
import { bill, groupByDay } from "./bill";
import { useWallets } from "./wallets";

function WalletChips({ type }: { type: WalletType | undefined }) {
  const { t } = useTranslation(["funds", "common"]);
  const { open } = useNavigation();
  const { data } = useWallets();
  return (
    <Chips<WalletType | "">
      label={t("funds:bill.filter")}
      value={type ?? ""}
      onChange={(next) =>
        open(to("transactions", { walletType: next || undefined }), { replace: true })
      }
      choices={[
        { value: "", label: t("common:action.all") },
        ...(data ?? []).map(({ type: wallet }) => ({
          value: wallet,
          label: t(`funds:wallet.${wallet}`),
        })),
      ]}
    />
  );
}

function Bill({ type }: { type: WalletType | undefined }) {
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
      {groupByDay(entries, i18n.language).map(({ day, entries: list }) => (
        <section key={day}>
          <h2 className="mt-4 mb-1.5 text-small font-semibold text-ink-2">{day}</h2>
          <Card className="py-1">
            {list.map((entry) => (
              <BillRow key={`${entry.id} ${entry.line}`} entry={entry} />
            ))}
          </Card>
        </section>
      ))}
      <MoreButton query={query} />
    </>
  );
}

/** Everything that moved in the customer's accounts, day by day. The address may ask for one account's. */
export default function TransactionsPage({ walletType }: BillQuery) {
  return (
    <Page top={<TopBar />} pinned={<WalletChips type={walletType} />}>
      <Bill type={walletType} />
    </Page>
  );
}
