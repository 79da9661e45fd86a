import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { fundingOverview } from "@/api/fundingOverview";
import type { ListedInstrument } from "@/api/market";
import { type ListType, listTypes } from "@/choices/lists";
import { to } from "@/screens";
import { QueryView, SectionTitle, SkeletonRows } from "@/ui";
import { Link } from "@/ui/Link";
import { useSaidAbove } from "@/ui/useSaidAbove";
import { movers } from "../queries";
import RankedRows from "./RankedRows";

/** The day's gainers, losers and most active stocks, side by side. */
export function MoverColumns() {
  const { t } = useTranslation(["market", "common"]);
  const columns = (data?: Record<ListType, ListedInstrument[]>) => (
    <div className="grid grid-cols-[repeat(auto-fit,minmax(230px,1fr))] gap-x-6">
      {listTypes.map((type) => (
        <section key={type} className="@container">
          <SectionTitle
            end={
              <Link to={to("market", { list: type })} className="-m-2 p-2">
                {t("common:action.all")}
              </Link>
            }
          >
            {t(`market:list.${type}`)}
          </SectionTitle>
          {data ? <RankedRows rows={data[type]} type={type} /> : <SkeletonRows />}
        </section>
      ))}
    </div>
  );
  const query = useQuery(movers);
  if (useSaidAbove(fundingOverview, movers)) return null;
  return (
    <QueryView query={query} skeleton={columns()}>
      {columns}
    </QueryView>
  );
}
