import { lazy, Suspense } from "react";
import { StartPane } from "@/home/StartPane";
import { KycRow, KycStep, VerifiedMark } from "@/kyc/KycRow";
import { useSession } from "@/session";
import { Page, TopBar } from "@/ui";
import { AccountMenu } from "./AccountMenu";
import { Anonymous, SettingsButton } from "./AccountPage";
import { IdentityCard } from "./IdentityCard";
import { SessionNotice } from "./SessionNotice";

const FirstSteps = lazy(() => import("@/funds/FirstSteps"));

/** The list pane of the Account tab in a workspace: the customer's identity, and the account menu. */
export default function AccountListPane() {
  const user = useSession()?.user;
  return (
    <Page top={<TopBar end={<SettingsButton />} />}>
      {user ? (
        <>
          <IdentityCard user={user}>
            <VerifiedMark />
          </IdentityCard>
          <SessionNotice />
          <Suspense fallback={null}>
            <FirstSteps dismissible>
              <KycStep />
            </FirstSteps>
          </Suspense>
          <AccountMenu user={user}>
            <KycRow />
          </AccountMenu>
        </>
      ) : (
        <>
          <Anonymous />
          <StartPane />
        </>
      )}
    </Page>
  );
}
