import { useQuery } from "@tanstack/react-query";
import { UserRound } from "lucide-react";
import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { ListRow } from "@/ui";
import { identityCheck } from "./calls";
import { KycPill } from "./KycPill";

/** Opens the customer's identity check, and shows its status. */
export function KycRow() {
  const { t } = useTranslation("kyc");
  const { data } = useQuery(identityCheck);
  return (
    <ListRow
      start={<UserRound size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />}
      title={t("title")}
      end={data ? <KycPill status={data.status} /> : undefined}
      href={to("kyc")}
    />
  );
}

/** A mark beside the customer for a verified identity; nothing otherwise. */
export function VerifiedMark() {
  const { data } = useQuery(identityCheck);
  return data?.status === "verified" ? <KycPill status="verified" /> : null;
}

/** One of a newcomer's steps, which can wait until the first withdrawal. */
export function KycStep() {
  const { t } = useTranslation("kyc");
  const { data } = useQuery(identityCheck);
  if (!data || data.status === "verified") return null;
  return (
    <div className="mt-2 border-t border-line">
      <ListRow
        title={t("step.title")}
        subtitle={t("step.text")}
        end={<KycPill status={data.status} />}
        href={to("kyc")}
      />
    </div>
  );
}
