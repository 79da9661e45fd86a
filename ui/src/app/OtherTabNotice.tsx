import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { dismissOtherTab, otherTab, useSession } from "@/session";
import { useStore } from "@/store";
import { Button, Sheet } from "@/ui";

/** Reports that another tab of this browser changed the account, until dismissed. */
export default function OtherTabNotice() {
  const { t } = useTranslation();
  const { open } = useNavigation();
  const { did } = useStore(otherTab);
  const user = useSession()?.user;
  const logIn = () => {
    dismissOtherTab();
    open(to("login"));
  };
  return (
    <Sheet
      open={did !== null}
      onClose={dismissOtherTab}
      title={t(user ? "otherTab.switched" : "otherTab.loggedOut")}
      actions={
        user ? (
          <Button onClick={dismissOtherTab}>{t("action.continue")}</Button>
        ) : (
          <>
            <Button look="ghost" onClick={dismissOtherTab}>
              {t("action.close")}
            </Button>
            <Button onClick={logIn}>{t("action.logIn")}</Button>
          </>
        )
      }
    >
      <p className="text-note text-ink-2">
        {user ? t("otherTab.switchedText", { name: user.email }) : t("otherTab.loggedOutText")}
      </p>
    </Sheet>
  );
}
