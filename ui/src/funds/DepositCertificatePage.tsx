import { MessageCircleQuestion } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useServerFacts } from "@/api/serverFacts";
import { platform } from "@/platform";
import type { DepositQuery } from "@/screenQueries";
import { Card, ListRow } from "@/ui";
import { AnnouncedDeposit } from "./AnnouncedDeposit";

/** The support contact, if the operator gives one. */
function Support() {
  const { t } = useTranslation("deposits");
  const address = useServerFacts().data?.supportUrl;
  if (!address) return null;
  return (
    <Card className="py-1">
      <ListRow
        start={
          <MessageCircleQuestion size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />
        }
        title={t("certificate.ask")}
        subtitle={
          <span className="break-all">{address.replace(/^(mailto|tel|https):(\/\/)?/, "")}</span>
        }
        onClick={() => platform.openUrl(address)}
      />
    </Card>
  );
}

/** Deposits money whose sending the customer's bank has certified in writing. */
export default function DepositCertificatePage(asked: DepositQuery) {
  const { t } = useTranslation("deposits");
  return (
    <AnnouncedDeposit kind="certificate" asked={asked}>
      <p className="text-note">{t("certificate.text")}</p>
      <Support />
    </AnnouncedDeposit>
  );
}
