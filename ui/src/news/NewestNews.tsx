import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { topicBoard, useTopic } from "@/push/topicBoard";
import { to } from "@/screens";
import { SectionTitle, SkeletonRows } from "@/ui";
import { Link } from "@/ui/Link";
import { ArticleRow } from "./ArticleRow";
import { newest } from "./articleQueries";

const SHOWN = 4;

/** The socket tells that there are new articles; which, and in whose language, is read. */
const told = topicBoard({ whole: () => 0, change: (count: number) => count + 1 });

/** The newest articles, of all or about an instrument. About an instrument there may be none, and then nothing stands here. */
export default function NewestNews({ about }: { about?: Listing }) {
  const { t } = useTranslation(["news", "common"]);
  const { data, refetch } = useQuery(newest(SHOWN, about));
  const count = useTopic(told, "news") ?? 0;
  useEffect(() => {
    if (count > 0) void refetch();
  }, [count, refetch]);
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
