import { useQuery } from "@tanstack/react-query";
import { Flame } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState, ErrorState, Page, SkeletonRows, TopBar } from "@/ui";
import { InstrumentRow } from "./InstrumentRow";
import { popular } from "./queries";

/** The fifty instruments with the most traded value, in order. */
export default function PopularPage() {
  const { t } = useTranslation("market");
  const { data, isPending, error, refetch } = useQuery(popular(50));
  return (
    <Page top={<TopBar />} onRefresh={refetch}>
      <p className="mb-2 text-small text-ink-2">{t("popular.order")}</p>
      {isPending ? <SkeletonRows rows={10} /> : null}
      {error && !data ? <ErrorState error={error} retry={refetch} /> : null}
      {data?.length === 0 ? <EmptyState icon={Flame} text={t("list.empty")} /> : null}
      {data?.map((instrument, index) => (
        <InstrumentRow
          key={instrument.id}
          instrument={instrument}
          start={
            <span className="num w-6 shrink-0 text-center text-small font-semibold text-ink-2">
              {index + 1}
            </span>
          }
        />
      ))}
    </Page>
  );
}
