import { useQuery } from "@tanstack/react-query";
import { ClipboardList, Eye, Lock, type LucideIcon, ShieldCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { DocumentKind, Kyc } from "@/api/kyc";
import { usable } from "@/api/usable";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { Button, Card, Page, QueryView, SectionTitle, Segmented, SkeletonRows, TopBar } from "@/ui";
import { ColumnActions } from "@/ui/Column";
import { CountryField } from "./CountryField";
import { identityCheck } from "./calls";
import { keepDraft, readDraft } from "./draft";
import { PaperNotice } from "./PaperNotice";
import { StatusCard } from "./StatusCard";

const FACTS = [
  ["why", ShieldCheck],
  ["needed", ClipboardList],
  ["stored", Lock],
  ["read", Eye],
] as const satisfies [string, LucideIcon][];

/** The facts that still matter once a document was sent. */
const KEPT_FACTS = FACTS.filter(([fact]) => fact === "stored" || fact === "read");

/** The reason for the check, its scope, and the use of the data. */
function Facts({ canSend, isVerified }: { canSend: boolean; isVerified: boolean }) {
  const { t } = useTranslation("kyc");
  const textOf = (fact: (typeof FACTS)[number][0]) =>
    t(isVerified && fact === "stored" ? "fact.keptText" : `fact.${fact}Text`);
  return (
    <Card className="mt-3 py-2">
      <ul>
        {(canSend ? FACTS : KEPT_FACTS).map(([fact, Icon]) => (
          <li key={fact} className="flex gap-3 border-b border-line py-3 last:border-0">
            <Icon size={20} strokeWidth={1.75} className="mt-px shrink-0 text-ink-2" aria-hidden />
            <div className="min-w-0 flex-1">
              <p className="text-note font-semibold">{t(`fact.${fact}`)}</p>
              <p className="mt-0.5 text-small text-ink-2">{textOf(fact)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The choice of a document before its form; the country goes into the form's draft. */
function useChoice(kyc: Kyc | undefined) {
  const { t } = useTranslation("kyc");
  const { open } = useNavigation();
  const [document, setDocument] = useState<DocumentKind>();
  const [country, setCountry] = useState(() => readDraft().country);
  const [isMissing, setIsMissing] = useState(false);
  const chosen = document ?? kyc?.document ?? "idCard";
  return {
    document: chosen,
    setDocument,
    country: country || (kyc?.country ?? ""),
    setCountry,
    missing: isMissing && !country ? t("missing.country") : undefined,
    go: (issuer: string) => {
      setIsMissing(issuer === "");
      if (issuer === "") return;
      keepDraft({ ...readDraft(), country: issuer });
      open(to(chosen === "idCard" ? "kycIdCard" : "kycPassport"));
    },
  };
}

function Choice({ choice }: { choice: ReturnType<typeof useChoice> }) {
  const { t } = useTranslation("kyc");
  const { document, setDocument, country, setCountry, missing } = choice;
  return (
    <>
      <SectionTitle>{t("choose")}</SectionTitle>
      <div className="flex flex-col gap-3">
        <Segmented
          label={t("choose")}
          value={document}
          onChange={setDocument}
          choices={[
            { value: "idCard", label: t("document.idCard") },
            { value: "passport", label: t("document.passport") },
          ]}
        />
        <CountryField value={country} onChange={setCountry} error={missing} />
      </div>
    </>
  );
}

/** The status of the customer's identity check, and a button to send a document. */
export default function KycPage() {
  const { t } = useTranslation("kyc");
  const query = useQuery(identityCheck);
  const choice = useChoice(query.data);
  const status = query.data?.status;
  const { data: withdrawable } = useQuery({ ...usable, enabled: status === "none" });
  const canSend = status === "none" || status === "unsuccessful";
  return (
    <Page
      top={<TopBar />}
      bottom={
        canSend ? (
          <ColumnActions>
            <Button onClick={() => choice.go(choice.country)}>
              {t(status === "unsuccessful" ? "tryAgain" : "begin")}
            </Button>
          </ColumnActions>
        ) : undefined
      }
      onRefresh={() => query.refetch()}
    >
      <div className="mx-auto w-full max-w-[480px] pt-1">
        <QueryView query={query} skeleton={<SkeletonRows rows={5} />}>
          {(kyc) => (
            <>
              <StatusCard kyc={kyc} keepsWithdrawals={withdrawable?.needsIdentity === true} />
              {canSend ? <Choice choice={choice} /> : null}
              {canSend ? (
                <div className="mt-3 empty:hidden">
                  <PaperNotice kyc={kyc} />
                </div>
              ) : null}
              <Facts canSend={canSend} isVerified={status === "verified"} />
            </>
          )}
        </QueryView>
      </div>
    </Page>
  );
}
