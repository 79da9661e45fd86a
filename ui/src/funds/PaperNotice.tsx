import { useTranslation } from "react-i18next";
import { Notice } from "@/ui";
import { Deciding } from "./Deciding";

/** What comes in is paper money; and who decides on it here, once the server has said that. */
export function PaperNotice({ className }: { className?: string }) {
  const { t } = useTranslation("funds");
  return (
    <Notice title={t("deposit.paperTitle")} className={className}>
      <p>{t("deposit.paperText")}</p>
      <Deciding />
    </Notice>
  );
}
