import { useQuery } from "@tanstack/react-query";
import { Landmark, type LucideIcon, Plus, WalletMinimal } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payout, PayoutKind } from "@/api/payouts";
import { to } from "@/screens";
import {
  Card,
  EmptyState,
  ErrorState,
  ListRow,
  Page,
  SectionTitle,
  SkeletonRows,
  TopBar,
} from "@/ui";
import { payouts } from "./calls";
import { payoutTitle } from "./names";

const KINDS: Record<PayoutKind, { icon: LucideIcon; href: (id?: string) => string }> = {
  card: { icon: Landmark, href: (id) => to("bankAccount", { id }) },
  wallet: { icon: WalletMinimal, href: (id) => to("walletAddress", { id }) },
};

const Icon = ({ of: Shape }: { of: LucideIcon }) => (
  <Shape size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />
);

/** The saved accounts of one kind, each of which opens, and the way to another. */
function Kind({ kind, list }: { kind: PayoutKind; list: readonly Payout[] }) {
  const { t } = useTranslation("withdrawals");
  const { icon, href } = KINDS[kind];
  return (
    <>
      <SectionTitle>{t(`accounts.${kind}`)}</SectionTitle>
      <Card className="py-1">
        {list.map((payout) => (
          <ListRow
            key={payout.id}
            start={<Icon of={icon} />}
            title={payoutTitle(payout)}
            subtitle={payout.details.accountName}
            end={<span className="text-small text-ink-2">{payout.end}</span>}
            href={href(payout.id)}
          />
        ))}
        <ListRow start={<Icon of={Plus} />} title={t(`accounts.add.${kind}`)} href={href()} />
      </Card>
    </>
  );
}

/** The bank accounts and addresses that the customer has saved to send money to. */
export default function PayoutsPage() {
  const { t } = useTranslation("withdrawals");
  const { data, error, refetch } = useQuery(payouts);
  return (
    <Page top={<TopBar />} onRefresh={() => refetch()}>
      {!data && error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <SkeletonRows rows={4} /> : null}
      {data?.length === 0 ? <EmptyState icon={Landmark} text={t("accounts.empty")} /> : null}
      {data ? (
        <>
          <Kind kind="card" list={data.filter(({ kind }) => kind === "card")} />
          <Kind kind="wallet" list={data.filter(({ kind }) => kind === "wallet")} />
        </>
      ) : null}
    </Page>
  );
}
