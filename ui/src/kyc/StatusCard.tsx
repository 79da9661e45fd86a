import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Kyc } from "@/api/kyc";
import { Card, KeyValue, KeyValues, Notice } from "@/ui";
import { formatTime } from "@/ui/time";
import { areas } from "./calls";
import { KycPill } from "./KycPill";
import { reasonWord } from "./words";

/** The name of the sent document, with its country in the customer's language. */
function useDocumentName({ document, country }: Kyc): string | null {
  const { t, i18n } = useTranslation("kyc");
  const { data } = useQuery({ ...areas(i18n.language), enabled: country !== null });
  if (!document || !country) return null;
  const name = data?.find(({ code }) => code === country)?.name ?? country;
  return t("documentOf", { document: t(`document.${document}`), country: name });
}

function Reasons({ reasons }: Pick<Kyc, "reasons">) {
  const { t } = useTranslation("kyc");
  return (
    <Notice tone="danger" title={t("reasonsTitle")} className="mt-3">
      <ul className="list-disc pl-4">
        {reasons.map((reason) => (
          <li key={reason}>{t(`reason.${reasonWord(reason)}`)}</li>
        ))}
      </ul>
    </Notice>
  );
}

interface StatusCardProps {
  kyc: Kyc;
  /** True if the server blocks withdrawals until the identity is verified. */
  keepsWithdrawals: boolean;
}

/** The meaning of the present status for the customer. */
function useMeaning({ kyc: { status, refusedName }, keepsWithdrawals }: StatusCardProps): string {
  const { t } = useTranslation("kyc");
  const isPaper = refusedName !== null;
  if (status === "none" && keepsWithdrawals) return t("meaning.noneRequired");
  if (status !== "underReview") return t(`meaning.${status}`);
  return t(isPaper ? "meaning.underReviewPaper" : "meaning.underReview");
}

/** The status of the customer's identity check, its deadline, and its reviewer. */
export function StatusCard(props: StatusCardProps) {
  const { kyc } = props;
  const { t, i18n } = useTranslation("kyc");
  const { status, sentAt, reviewUntil, reviewedAt, reviewedBy, overdue, picturesUntil } = kyc;
  const documentName = useDocumentName(kyc);
  const meaning = useMeaning(props);
  const at = (moment: number) => formatTime(moment, i18n.language);
  return (
    <Card aria-live="polite">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-title font-semibold">{t("state")}</h2>
        <KycPill status={status} />
      </div>
      {/* The promised deadline is hidden once it has passed. */}
      {overdue ? null : <p className="mt-1.5 text-note text-ink-2">{meaning}</p>}
      {status === "unsuccessful" ? <Reasons reasons={kyc.reasons} /> : null}
      {overdue ? (
        <Notice tone="caution" title={t("overdueTitle")} className="mt-3">
          {t("overdueText")}
        </Notice>
      ) : null}
      {sentAt === null ? null : (
        <KeyValues className="mt-2">
          {documentName ? <KeyValue label={t("sentDocument")}>{documentName}</KeyValue> : null}
          <KeyValue label={t("sentAt")}>{at(sentAt)}</KeyValue>
          {status === "underReview" && reviewUntil !== null ? (
            <KeyValue label={t("reviewUntil")}>{at(reviewUntil)}</KeyValue>
          ) : null}
          {reviewedAt === null ? null : (
            <KeyValue label={t("reviewedAt")}>{at(reviewedAt)}</KeyValue>
          )}
          {reviewedBy ? <KeyValue label={t("reviewedBy")}>{t(`by.${reviewedBy}`)}</KeyValue> : null}
          {picturesUntil === null ? null : (
            <KeyValue label={t("picturesUntil")}>{at(picturesUntil)}</KeyValue>
          )}
        </KeyValues>
      )}
    </Card>
  );
}
