import {
  ArrowUpRight,
  Gift,
  Landmark,
  type LucideIcon,
  Plus,
  ReceiptText,
  ScrollText,
  ShieldCheck,
} from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { User } from "@/api/identity";
import { to } from "@/screens";
import { Card, ListRow } from "@/ui";

const Icon = ({ of: Shape }: { of: LucideIcon }) => (
  <Shape size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />
);

interface AccountMenuProps {
  user: User;
  /** A row of another capability, before the security row. */
  children?: ReactNode;
}

/** The menu of the account as a whole. */
export function AccountMenu({ user, children }: AccountMenuProps) {
  const { t } = useTranslation("identity");
  return (
    <Card className="mt-3 py-1">
      <ListRow start={<Icon of={Plus} />} title={t("account.deposit")} href={to("deposit")} />
      <ListRow
        start={<Icon of={ScrollText} />}
        title={t("account.deposits")}
        href={to("depositRecord")}
      />
      <ListRow
        start={<Icon of={ArrowUpRight} />}
        title={t("account.withdraw")}
        href={to("withdrawCard")}
      />
      <ListRow start={<Icon of={Landmark} />} title={t("account.payouts")} href={to("payouts")} />
      <ListRow
        start={<Icon of={ReceiptText} />}
        title={t("account.transactions")}
        href={to("transactions")}
      />
      {children}
      <ListRow
        start={<Icon of={ShieldCheck} />}
        title={t("security.title")}
        end={
          user.payPasswordSet ? undefined : (
            <span className="text-small text-caution">{t("account.payPasswordMissing")}</span>
          )
        }
        href={to("security")}
      />
      <ListRow
        start={<Icon of={Gift} />}
        title={t("account.invite")}
        end={<span className="text-small text-ink-2">{user.inviteCode}</span>}
        href={to("share")}
      />
    </Card>
  );
}
