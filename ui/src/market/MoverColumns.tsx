import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { ErrorState, SectionTitle, SkeletonRows } from "@/ui";
import { Link } from "@/ui/Link";
import { listTypes } from "./lists";
import { movers } from "./queries";
import RankedRows from "./RankedRows";

/** The day's gainers, losers and most active stocks, side by side. */
export function MoverColumns() {
  const { t } = useTranslation(["market", "common"]);
  const { data, error, refetch } = useQuery(movers);
  if (!data && error) return <ErrorState error={error} retry={refetch} />;
  return (
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
          {data ? <RankedRows rows={data[type]} type={type} /> : null}
          {data ? null : <SkeletonRows />}
        </section>
      ))}
    </div>
  );
}
