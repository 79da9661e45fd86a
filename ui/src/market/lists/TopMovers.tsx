import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { fundingOverview } from "@/api/fundingOverview";
import { type ListType, listTypes } from "@/choices/lists";
import { to } from "@/screens";
import { Chips, QueryView, SectionTitle, SkeletonRows } from "@/ui";
import { Link } from "@/ui/Link";
import { useSaidAbove } from "@/ui/useSaidAbove";
import { movers } from "../queries";
import { InstrumentRow } from "./InstrumentRow";

/** Rows are in the order of the answer until the code that moves them is loaded. */
const RankedRows = lazy(() => import("./RankedRows"));

/** The day's gainers, losers and most active instruments, six of each. */
export function TopMovers() {
  const { t } = useTranslation(["market", "common"]);
  const [type, setType] = useState<ListType>("gainers");
  const query = useQuery(movers);
  if (useSaidAbove(fundingOverview, movers)) return null;
  return (
    <section>
      <SectionTitle
        end={
          <Link to={to("market", { list: type })} replace className="-m-2 p-2">
            {t("common:action.all")}
          </Link>
        }
      >
        {t("market:movers.title")}
      </SectionTitle>
      <Chips
        label={t("market:movers.title")}
        value={type}
        onChange={setType}
        choices={listTypes.map((value) => ({ value, label: t(`market:list.${value}`) }))}
      />
      <QueryView query={query} skeleton={<SkeletonRows />}>
        {({ [type]: rows }) => (
          <Suspense fallback={rows.map((row) => <InstrumentRow key={row.id} instrument={row} />)}>
            <RankedRows key={type} rows={rows} type={type} />
          </Suspense>
        )}
      </QueryView>
    </section>
  );
}
