import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { LinkButton, Notice } from "@/ui";

/** Says that money goes out only of accounts whose owner is known, and leads to what is missing. */
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
