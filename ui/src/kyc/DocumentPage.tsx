import { useQuery } from "@tanstack/react-query";
import { ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DocumentKind } from "@/api/kyc";
import { to } from "@/screens";
import { EmptyState, LinkButton, Page, QueryView, TopBar } from "@/ui";
import { FormSkeleton } from "@/ui/FormSkeleton";
import { identityCheck } from "./calls";
import { DocumentForm } from "./DocumentForm";

/** A document can be sent unless one is under review or verified. */
export function DocumentPage({ document }: { document: DocumentKind }) {
  const { t } = useTranslation("kyc");
  const query = useQuery(identityCheck);
  const { data } = query;
  if (data?.status === "none" || data?.status === "unsuccessful") {
    return <DocumentForm document={document} kyc={data} />;
  }
  return (
    <Page top={<TopBar />}>
      <QueryView query={query} skeleton={<FormSkeleton fields={5} />}>
        {({ status }) => (
          <EmptyState
            icon={ShieldCheck}
            text={t(`notNow.${status === "verified" ? "verified" : "underReview"}`)}
            action={<LinkButton href={to("kyc")}>{t("showState")}</LinkButton>}
          />
        )}
      </QueryView>
    </Page>
  );
}
