import { useQuery } from "@tanstack/react-query";
import { Flame } from "lucide-react";
import { lazy, Suspense, useContext } from "react";
import { useTranslation } from "react-i18next";
import { EmptyState, Page, QueryList, SkeletonRows, TopBar } from "@/ui";
import { WorkspaceContext } from "@/ui/Page";
import { popular } from "../queries";
import { InstrumentRow } from "./InstrumentRow";

/** Loaded lazily: a phone has rows instead. */
const PopularTable = lazy(() => import("./PopularTable"));

/** The fifty instruments with the most traded value, in order. */
export default function PopularPage() {
  const { t } = useTranslation("market");
  const query = useQuery(popular(50));
  const skeleton = <SkeletonRows rows={10} />;
  if (useContext(WorkspaceContext) && query.data?.length) {
    return (
      <Page top={<TopBar />} className="flex flex-col overflow-hidden pb-0!">
        <Suspense fallback={skeleton}>
          <PopularTable rows={query.data} />
        </Suspense>
      </Page>
    );
  }
  return (
    <Page top={<TopBar />} onRefresh={query.refetch}>
      <p className="mb-2 text-small text-ink-2">{t("popular.order")}</p>
      <QueryList
        query={query}
        skeleton={skeleton}
        empty={<EmptyState icon={Flame} text={t("list.empty")} />}
      >
        {(instruments) =>
          instruments.map((instrument, index) => (
            <InstrumentRow
              key={instrument.id}
              instrument={instrument}
              start={
                <span className="num w-6 shrink-0 text-center text-small font-semibold text-ink-2">
                  {index + 1}
                </span>
              }
            />
          ))
        }
      </QueryList>
    </Page>
  );
}
