import { useQuery } from "@tanstack/react-query";
import { Landmark, Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Payout, PayoutKind } from "@/api/payouts";
import { to } from "@/screens";
import {
  Card,
  EmptyState,
  ListRow,
  Page,
  QueryList,
  SectionTitle,
  SkeletonRows,
  TopBar,
} from "@/ui";
import { Column } from "@/ui/Column";
import { payouts } from "./calls";
import { payoutTitle } from "./names";
import { PayoutIcon, PayoutWords } from "./PayoutWords";

const HREFS: Record<PayoutKind, (id?: string) => string> = {
  card: (id) => to("bankAccount", { id }),
  wallet: (id) => to("walletAddress", { id }),
};

/** The saved accounts of one kind, and a button to add another. */
function Kind({ kind, list }: { kind: PayoutKind; list: readonly Payout[] }) {
  const { t } = useTranslation("withdrawals");
  const href = HREFS[kind];
  return (
    <>
      <SectionTitle>{t(`accounts.${kind}`)}</SectionTitle>
      <Card className="py-1">
        {list.map((payout) => (
          <ListRow
            key={payout.id}
            start={<PayoutIcon kind={kind} />}
            title={payoutTitle(payout)}
            subtitle={<PayoutWords of={payout} />}
            href={href(payout.id)}
          />
        ))}
        <ListRow
          start={<Plus size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />}
          title={t(`accounts.add.${kind}`)}
          href={href()}
        />
      </Card>
    </>
  );
}

/** The customer's saved bank accounts and addresses for withdrawals. */
export default function PayoutsPage() {
  const { t } = useTranslation("withdrawals");
  const query = useQuery(payouts);
  const kinds = (list: readonly Payout[]) => (
    <div>
      <Kind kind="card" list={list.filter(({ kind }) => kind === "card")} />
      <Kind kind="wallet" list={list.filter(({ kind }) => kind === "wallet")} />
    </div>
  );
  const empty = (
    <>
      <EmptyState icon={Landmark} text={t("accounts.empty")} />
      {kinds([])}
    </>
  );
  return (
    <Page top={<TopBar />} onRefresh={() => query.refetch()}>
      <Column>
        <QueryList query={query} skeleton={<SkeletonRows rows={4} />} empty={empty}>
          {kinds}
        </QueryList>
      </Column>
    </Page>
  );
}
