import { useQueryClient } from "@tanstack/react-query";
import { Settings } from "lucide-react";
import { useTranslation } from "react-i18next";
import FirstSteps from "@/funds/FirstSteps";
import { WalletList } from "@/funds/WalletList";
import { KycRow, KycStep, VerifiedMark } from "@/kyc/KycRow";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Button, Card, IconButton, Page, TopBar } from "@/ui";
import { AccountMenu } from "./AccountMenu";
import { IdentityCard } from "./IdentityCard";
import { SessionNotice } from "./SessionNotice";

export function SettingsButton() {
  const { t } = useTranslation("identity");
  const { open } = useNavigation();
  return (
    <IconButton label={t("account.settings")} onClick={() => open(to("settings"))}>
      <Settings size={24} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}

export function Anonymous() {
  const { t } = useTranslation(["identity", "common"]);
  const { open, logIn } = useNavigation();
  return (
    <Card>
      <p className="text-title font-semibold">{t("identity:account.anonymous")}</p>
      <p className="mt-1 text-note text-ink-2">{t("identity:account.anonymousText")}</p>
      <div className="mt-4 flex gap-2.5">
        <Button look="ghost" onClick={() => logIn()}>
          {t("common:action.logIn")}
        </Button>
        <Button onClick={() => open(to("register"))}>{t("common:action.signUp")}</Button>
      </div>
    </Card>
  );
}

/** The Account tab: the customer's identity, balances, and account menu. */
export default function AccountPage() {
  const client = useQueryClient();
  const user = useSession()?.user;
  return (
    <Page
      top={<TopBar end={<SettingsButton />} />}
      onRefresh={() => client.refetchQueries({ type: "active" })}
    >
      {user ? (
        <>
          <IdentityCard user={user}>
            <VerifiedMark />
          </IdentityCard>
          <SessionNotice />
          <FirstSteps dismissible>
            <KycStep />
          </FirstSteps>
          <WalletList eye />
          <AccountMenu user={user}>
            <KycRow />
          </AccountMenu>
        </>
      ) : (
        <Anonymous />
      )}
    </Page>
  );
}
