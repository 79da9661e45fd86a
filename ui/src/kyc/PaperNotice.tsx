import { useTranslation } from "react-i18next";
import type { Kyc } from "@/api/kyc";
import { Notice } from "@/ui";

/** For paper money: who reviews, and how to try a refusal. */
export function PaperNotice({ kyc: { refusedName } }: { kyc: Kyc }) {
  const { t } = useTranslation("kyc");
  if (refusedName === null) return null;
  return <Notice title={t("paper.title")}>{t("paper.text", { name: refusedName })}</Notice>;
}
