import { useQuery } from "@tanstack/react-query";
import { Flame } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState, ErrorState, Page, SkeletonRows, TopBar } from "@/ui";
import { popular } from "./queries";
import { StockRow } from "./StockRow";

/** The fifty stocks with the most traded value, in order. */
export default function PopularPage() {
  const { t } = useTranslation("market");
  const { data, isPending, error, refetch } = useQuery(popular(50));
  return (
    <Page top={<TopBar />} onRefresh={refetch}>
      <p className="mb-2 text-small text-ink-2">{t("popular.order")}</p>
      {isPending ? <SkeletonRows rows={10} /> : null}
      {error && !data ? <ErrorState error={error} retry={refetch} /> : null}
      {data?.list.length === 0 ? <EmptyState icon={Flame} text={t("list.empty")} /> : null}
      {data?.list.map((stock, index) => (
        <StockRow
          key={stock.id}
          stock={stock}
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
