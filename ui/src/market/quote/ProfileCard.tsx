import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { platform } from "@/platform";
import { Card, formatDecimal, KeyValue, KeyValues, SectionTitle } from "@/ui";
import { company } from "./quoteQueries";

/** Opens outside the app, on any platform. */
function Website({ address }: { address: string }) {
  const url = /^https?:\/\//.test(address) ? address : `https://${address}`;
  return (
    <a
      href={url}
      rel="noreferrer"
      className="underline underline-offset-2"
      onClick={(event) => {
        event.preventDefault();
        platform.openUrl(url);
      }}
    >
      {address.replace(/^https?:\/\/(www\.)?/, "").replace(/\/$/, "")}
    </a>
  );
}

/** The profile of a company. Unknown facts are left out. */
export function ProfileCard({ listing }: { listing: Listing }) {
  const { t } = useTranslation("chart");
  const { data } = useQuery(company(listing));
  // An instrument known only to a feed has no profile.
  if (!data?.exchange) return null;
  return (
    <>
      <SectionTitle>{t("profile.title")}</SectionTitle>
      <Card>
        <KeyValues>
          <KeyValue label={t("profile.exchange")}>{data.exchange}</KeyValue>
          {data.industry ? (
            <KeyValue label={t("profile.industry")}>{data.industry}</KeyValue>
          ) : null}
          {data.headquarters ? (
            <KeyValue label={t("profile.headquarters")}>{data.headquarters}</KeyValue>
          ) : null}
          {data.employees ? (
            <KeyValue label={t("profile.employees")}>
              {formatDecimal(String(data.employees))}
            </KeyValue>
          ) : null}
          {data.founded ? <KeyValue label={t("profile.founded")}>{data.founded}</KeyValue> : null}
          {data.website ? (
            <KeyValue label={t("profile.website")}>
              <Website address={data.website} />
            </KeyValue>
          ) : null}
        </KeyValues>
      </Card>
    </>
  );
}
