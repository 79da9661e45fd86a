import { useTranslation } from "react-i18next";
import type { Kyc } from "@/api/kyc";
import { Notice } from "@/ui";

/** Of paper money: who reviews, and how a refusal can be seen. */
export function PaperNotice({ kyc: { refusedName } }: { kyc: Kyc }) {
  const { t } = useTranslation("kyc");
  if (refusedName === null) return null;
  return <Notice title={t("paper.title")}>{t("paper.text", { name: refusedName })}</Notice>;
}
