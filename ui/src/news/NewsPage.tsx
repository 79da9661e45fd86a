import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Newspaper } from "lucide-react";
import { useTranslation } from "react-i18next";
import { tags } from "@/api/news";
import { useNavigation } from "@/navigation";
import type { NewsQuery } from "@/screenQueries";
import { to } from "@/screens";
import { EmptyState, Page, QueryList, ScrollingTabs, SkeletonRows, TopBar } from "@/ui";
import { ArticleRow } from "./ArticleRow";
import { articles } from "./articleQueries";

/** What there is to read, of everything or of a tag, the newest first. */
export default function NewsPage({ tag = "" }: NewsQuery) {
  const { t } = useTranslation("news");
  const { open } = useNavigation();
  const { data: known = [] } = useQuery(tags);
  const query = useInfiniteQuery(articles(tag ? { tag } : {}));
  const choices = [
    { value: "", label: t("everything") },
    ...known.map(({ code, name }) => ({ value: code, label: name })),
  ];
  return (
    <Page
      top={<TopBar />}
      pinned={
        <ScrollingTabs
          label={t("tags")}
          value={tag}
          tabs={choices}
          onChange={(next) => open(to("news", next ? { tag: next } : undefined), { replace: true })}
        >
          {null}
        </ScrollingTabs>
      }
      onRefresh={() => query.refetch()}
    >
      <QueryList
        query={query}
        skeleton={<SkeletonRows rows={8} />}
        empty={<EmptyState icon={Newspaper} text={t(tag ? "emptyTag" : "empty")} />}
      >
        {(rows) => rows.map((row) => <ArticleRow key={row.id} article={row} />)}
      </QueryList>
    </Page>
  );
}
