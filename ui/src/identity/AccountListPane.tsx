import { lazy, Suspense } from "react";
import { StartPane } from "@/home/StartPane";
import { useSession } from "@/session";
import { Page, TopBar } from "@/ui";
import { AccountMenu } from "./AccountMenu";
import { Anonymous, SettingsButton } from "./AccountPage";
import { IdentityCard } from "./IdentityCard";
import { SessionNotice } from "./SessionNotice";

const FirstSteps = lazy(() => import("@/funds/FirstSteps"));

/** Of the Account tab in a workspace: who one is, and what can be done with the account. */
export default function AccountListPane() {
  const user = useSession()?.user;
  return (
    <Page top={<TopBar end={<SettingsButton />} />}>
      {user ? (
        <>
          <IdentityCard user={user} />
          <SessionNotice />
          <Suspense fallback={null}>
            <FirstSteps dismissible />
          </Suspense>
          <AccountMenu user={user} />
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
