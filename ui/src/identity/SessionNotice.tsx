import { KeyRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { platform } from "@/platform";
import { Notice } from "@/ui";

/** Says that the login ends with this run, if the device has no keychain for it. */
export function SessionNotice() {
  const { t } = useTranslation("identity");
  if (!platform.session.volatile) return null;
  return (
    <Notice tone="caution" icon={KeyRound} title={t("account.volatile")}>
      {t("account.volatileText")}
    </Notice>
  );
}
