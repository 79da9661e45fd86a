import { useQuery } from "@tanstack/react-query";
import { Clock, Landmark, type LucideIcon, Plus, WalletMinimal } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payout, PayoutKind } from "@/api/payouts";
import { to } from "@/screens";
import {
  Card,
  EmptyState,
  formatMoment,
  ListRow,
  Page,
  QueryList,
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

/** The holder's name, and from when on it can be withdrawn to where it is not yet. */
function Subtitle({ of: { details, lockedUntil } }: { of: Payout }) {
  const { t, i18n } = useTranslation("withdrawals");
  return (
    <>
      {details.accountName ? <span className="block">{details.accountName}</span> : null}
      {lockedUntil ? (
        <span className="inline-flex items-baseline gap-1 font-medium text-caution">
          <Clock size={12} className="shrink-0 translate-y-px" aria-hidden />
          {t("lock.row", { time: formatMoment(lockedUntil, i18n.language) })}
        </span>
      ) : null}
    </>
  );
}

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
            subtitle={<Subtitle of={payout} />}
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
  const query = useQuery(payouts);
  const kinds = (list: readonly Payout[]) => (
    <>
      <Kind kind="card" list={list.filter(({ kind }) => kind === "card")} />
      <Kind kind="wallet" list={list.filter(({ kind }) => kind === "wallet")} />
    </>
  );
  const empty = (
    <>
      <EmptyState icon={Landmark} text={t("accounts.empty")} />
      {kinds([])}
    </>
  );
  return (
    <Page top={<TopBar />} onRefresh={() => query.refetch()}>
      <QueryList query={query} skeleton={<SkeletonRows rows={4} />} empty={empty}>
        {kinds}
      </QueryList>
    </Page>
  );
}
