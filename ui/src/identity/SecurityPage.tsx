import { KeyRound, Lock } from "lucide-react";
import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { Card, ListRow, Page, TopBar } from "@/ui";
import { useCustomer } from "@/ui/RequireSession";

function Passwords() {
  const { t } = useTranslation("identity");
  const { payPasswordSet } = useCustomer();
  return (
    <Card className="py-1">
      <ListRow
        start={<Lock size={20} strokeWidth={1.75} aria-hidden />}
        title={t("loginPassword.title")}
        subtitle={t("security.loginUse")}
        href={to("loginPassword")}
      />
      <ListRow
        start={<KeyRound size={20} strokeWidth={1.75} aria-hidden />}
        title={t("payPassword.title")}
        subtitle={t("security.payUse")}
        end={
          <span className="text-small text-ink-2">
            {payPasswordSet ? t("security.set") : t("security.notSet")}
          </span>
        }
        href={to("payPassword")}
      />
    </Card>
  );
}

/** The two passwords: one opens the account, the other protects its money. */
export default function SecurityPage() {
  return (
    <Page top={<TopBar />}>
      <Passwords />
    </Page>
  );
}
