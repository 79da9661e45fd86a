import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { to } from "@/screens";
import { SectionTitle, SkeletonRows } from "@/ui";
import { Link } from "@/ui/Link";
import { ArticleRow } from "./ArticleRow";
import { newest } from "./articleQueries";
import { useNewsTold } from "./useNewsTold";

const SHOWN = 4;

/** The newest articles, in general or about an instrument. Without articles about an instrument, nothing is shown. */
export default function NewestNews({ about }: { about?: Listing }) {
  const { t } = useTranslation(["news", "common"]);
  const { data, refetch } = useQuery(newest(SHOWN, about));
  useNewsTold(refetch);
  if (about && !data?.length) return null;
  return (
    <section>
      <SectionTitle
        end={
          <Link to={to("news")} className="-m-2 p-2">
            {t("common:action.all")}
          </Link>
        }
      >
        {t(about ? "news:related" : "news:title")}
      </SectionTitle>
      {data?.length === 0 ? <p className="text-small text-ink-2">{t("news:empty")}</p> : null}
      {data ? (
        data.map((row) => <ArticleRow key={row.id} article={row} />)
      ) : (
        <SkeletonRows rows={SHOWN} />
      )}
    </section>
  );
}
