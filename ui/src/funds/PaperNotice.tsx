import { useTranslation } from "react-i18next";
import { Notice } from "@/ui";
import { Deciding } from "./Deciding";

/** Says that deposits are paper money, and who decides on them, once known. */
export function PaperNotice({ className }: { className?: string }) {
  const { t } = useTranslation("funds");
  return (
    <Notice title={t("deposit.paperTitle")} className={className}>
      <p>{t("deposit.paperText")}</p>
      <Deciding />
    </Notice>
  );
}
