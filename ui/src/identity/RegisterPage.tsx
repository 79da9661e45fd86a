import { useState } from "react";
import { useTranslation } from "react-i18next";
import FirstSteps from "@/funds/FirstSteps";
import { useQueryOf } from "@/navigation";
import { to } from "@/routes";
import { useSession } from "@/session";
import { Page, TopBar } from "@/ui";
import { Redirect } from "@/ui/Redirect";
import { RegistrationForm } from "./RegistrationForm";
import { useRegistration } from "./useRegistration";
import { Welcome } from "./Welcome";

/** Opens an account, then says what it is called and what to do first. */
export default function RegisterPage() {
  const { t } = useTranslation("identity");
  const { inviteCode = "" } = useQueryOf("register");
  const registration = useRegistration(inviteCode);
  const session = useSession();
  // Whoever was logged in when the screen opened has an account already.
  const [hadSession] = useState(session !== null);

  if (hadSession) return <Redirect to={to("profile")} />;
  if (session) {
    return (
      <Page top={<TopBar title={t("register.title")} />}>
        <Welcome user={session.user} />
        <FirstSteps />
      </Page>
    );
  }
  return (
    <Page top={<TopBar title={t("register.title")} />}>
      <RegistrationForm {...registration} />
    </Page>
  );
}
