import { WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Notice } from "./Notice";

/** A money action was sent and no answer came: what that means, and what is safe to do. */
export function UnansweredNotice({ children }: { children: string }) {
  const { t } = useTranslation();
  return (
    <div role="alert">
      <Notice icon={WifiOff} title={t("unanswered")}>
        {children}
      </Notice>
    </div>
  );
}
