import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { LinkButton, Notice } from "@/ui";

/** Says that withdrawals need a verified identity, with a link to the check. */
export function KycRequired() {
  const { t } = useTranslation("kyc");
  return (
    <div role="alert" className="flex flex-col gap-2.5">
      <Notice tone="caution" title={t("required.title")}>
        {t("required.text")}
      </Notice>
      <div className="flex">
        <LinkButton href={to("kyc")}>{t("required.action")}</LinkButton>
      </div>
    </div>
  );
}
