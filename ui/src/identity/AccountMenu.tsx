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
import { useTranslation } from "react-i18next";
import type { User } from "@/api/identity";
import { platform } from "@/platform";
import { to } from "@/screens";
import { Card, ListRow, toast } from "@/ui";

/** Where an invited person goes on. The server answers it with a page of its own. */
const invitationAddress = (inviteCode: string) => `${platform.serverAddress()}/r/${inviteCode}`;

function useInvite(inviteCode: string) {
  const { t } = useTranslation(["identity", "common"]);
  return async () => {
    const url = invitationAddress(inviteCode);
    const content = { title: "Plumbline", text: t("identity:account.inviteText"), url };
    const outcome = await platform.share(content);
    if (outcome === "copied") toast(t("common:message.copied"));
    if (outcome === "refused") toast(t("common:message.notCopied"));
  };
}

const Icon = ({ of: Shape }: { of: LucideIcon }) => (
  <Shape size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />
);

/** What a customer can do with the account as a whole. */
export function AccountMenu({ user }: { user: User }) {
  const { t } = useTranslation("identity");
  const invite = useInvite(user.inviteCode);
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
        onClick={invite}
      />
    </Card>
  );
}
