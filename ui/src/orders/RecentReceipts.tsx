import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ErrorState, SectionTitle, SkeletonRows } from "@/ui";
import { FillList } from "./FillList";
import { recentFills } from "./queries";

/** What was bought and sold last, of every instrument. Nothing before the first. */
export function RecentReceipts() {
  const { t } = useTranslation("orders");
  const { data, error, refetch } = useQuery(recentFills);
  if (!data && error) return <ErrorState error={error} retry={refetch} />;
  if (data?.length === 0) return null;
  return (
    <section>
      <SectionTitle>{t("fill.recent")}</SectionTitle>
      {data ? <FillList fills={data} named /> : <SkeletonRows rows={3} />}
    </section>
  );
}
