import { useState } from "react";
import { useTranslation } from "react-i18next";
import FirstSteps from "@/funds/FirstSteps";
import { useNavigation } from "@/navigation";
import type { RegisterQuery } from "@/screenQueries";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Button, Page, TopBar } from "@/ui";
import { Redirect } from "@/ui/Redirect";
import { addressAfterLogin } from "./afterLogin";
import { RegistrationForm } from "./RegistrationForm";
import { useRegistration } from "./useRegistration";
import { Welcome } from "./Welcome";

/** Leads a new customer back to the screen that asked for an account. */
function Continue({ address }: { address: string }) {
  const { t } = useTranslation("identity");
  const { returnTo } = useNavigation();
  return (
    <div className="mt-3 flex">
      <Button look="ghost" onClick={() => returnTo(address)}>
        {t("welcome.continue")}
      </Button>
    </div>
  );
}

/** Opens an account, then shows its ID and the first steps. */
export default function RegisterPage({ inviteCode, back }: RegisterQuery) {
  const registration = useRegistration(inviteCode);
  const session = useSession();
  // A customer already logged in when the screen opened has an account.
  const [hadSession] = useState(session !== null);

  if (hadSession) return <Redirect to={to("profile")} />;
  if (session) {
    return (
      <Page top={<TopBar />}>
        <Welcome user={session.user} />
        <FirstSteps />
        {back ? <Continue address={addressAfterLogin(back)} /> : null}
      </Page>
    );
  }
  return (
    <Page top={<TopBar />}>
      <RegistrationForm {...registration} back={back} />
    </Page>
  );
}
