import { useQuery } from "@tanstack/react-query";
import { Ban, FileBadge, Landmark, type LucideIcon, ScrollText, WalletMinimal } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DepositKind } from "@/api/funds";
import { UnansweredActions } from "@/money/UnansweredActions";
import { to } from "@/screens";
import { Card, EmptyState, ListRow, Page, QueryList, SkeletonRows, TopBar } from "@/ui";
import { Column } from "@/ui/Column";
import { channels, formOf } from "./deposits";
import { PaperNotice } from "./PaperNotice";

const ICONS: Record<DepositKind, LucideIcon> = {
  fiat: Landmark,
  certificate: FileBadge,
  wallet: WalletMinimal,
};
const KINDS = Object.keys(ICONS) as DepositKind[];

function Channels() {
  const { t } = useTranslation(["funds", "deposits"]);
  return (
    <QueryList
      query={useQuery(channels)}
      skeleton={<SkeletonRows rows={3} />}
      empty={<EmptyState icon={Ban} text={t("deposit.none")} />}
    >
      {(list) => (
        <>
          {list.every(({ paper }) => paper) ? <PaperNotice className="mb-3" /> : null}
          <Card className="py-1">
            {KINDS.map((kind) => {
              const Icon = ICONS[kind];
              const offered = list.filter((channel) => channel.kind === kind);
              if (offered.length === 0) return null;
              const currencies = [...new Set(offered.map(({ currency }) => currency))].join(" · ");
              return (
                <ListRow
                  key={kind}
                  start={<Icon size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />}
                  title={t(`deposit.channel.${kind}`)}
                  subtitle={
                    kind === "certificate"
                      ? t("deposits:certificate.listed", { currencies })
                      : currencies
                  }
                  href={to(formOf[kind])}
                />
              );
            })}
          </Card>
        </>
      )}
    </QueryList>
  );
}

/** The ways to deposit money. */
export default function DepositPage() {
  const { t } = useTranslation("funds");
  return (
    <Page top={<TopBar />}>
      <Column>
        <UnansweredActions />
        <div>
          <Channels />
        </div>
        <Card className="py-1">
          <ListRow
            start={<ScrollText size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />}
            title={t("record.title")}
            href={to("depositRecord")}
          />
        </Card>
      </Column>
    </Page>
  );
}
