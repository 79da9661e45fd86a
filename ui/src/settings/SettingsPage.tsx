import { useTranslation } from "react-i18next";
import { useLogOut } from "@/identity/account";
import { SessionList } from "@/identity/SessionList";
import { FillNotices } from "@/orders/FillNotices";
import { HoldSetting } from "@/orders/HoldSetting";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Button, Card, ListRow, Page, SectionTitle, TopBar } from "@/ui";
import { About } from "./About";
import { Appearance } from "./Appearance";
import { ServerAddress } from "./ServerAddress";

function LogOut() {
  const { t } = useTranslation("common");
  const logOut = useLogOut();
  return (
    <div className="mt-6 flex">
      <Button look="ghost" busy={logOut.isPending} onClick={() => logOut.mutate()}>
        {t("action.logOut")}
      </Button>
    </div>
  );
}

/** The settings of this device, and the customer's sessions. */
export default function SettingsPage() {
  const { t } = useTranslation("settings");
  const isLoggedIn = useSession() !== null;
  return (
    <Page top={<TopBar />}>
      <Appearance />
      <ServerAddress />
      {isLoggedIn ? <HoldSetting /> : null}
      {isLoggedIn ? <FillNotices /> : null}
      {isLoggedIn ? (
        <>
          <SectionTitle>{t("security")}</SectionTitle>
          <Card className="py-1">
            <ListRow title={t("passwords")} href={to("security")} />
          </Card>
          <SessionList />
        </>
      ) : null}
      <About />
      {isLoggedIn ? <LogOut /> : null}
    </Page>
  );
}
