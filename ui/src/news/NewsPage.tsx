import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Newspaper } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { tags } from "@/api/news";
import { useNavigation } from "@/navigation";
import type { NewsQuery } from "@/screenQueries";
import { to } from "@/screens";
import { Button, EmptyState, Page, QueryList, ScrollingTabs, SkeletonRows, TopBar } from "@/ui";
import { ArticleRow } from "./ArticleRow";
import { articles } from "./articleQueries";
import { useNewsTold } from "./useNewsTold";

/** The articles, all or of one tag, the newest first. */
export default function NewsPage({ tag = "" }: NewsQuery) {
  const { t } = useTranslation("news");
  const { open } = useNavigation();
  const { data: known = [] } = useQuery(tags);
  const query = useInfiniteQuery(articles(tag ? { tag } : {}));
  useNewsTold(query.refetch);
  // A link may have a tag that no longer exists: retrying does not help.
  const isUnknown = query.error instanceof ApiError && query.error.error === "tag_unknown";
  const choices = [
    { value: "", label: t("everything") },
    ...known.map(({ code, name }) => ({ value: code, label: name })),
  ];
  const toAll = <Button onClick={() => open(to("news"), { replace: true })}>{t("all")}</Button>;
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
      {isUnknown ? (
        <EmptyState icon={Newspaper} text={t("unknownTag")} action={toAll} />
      ) : (
        <QueryList
          query={query}
          skeleton={<SkeletonRows rows={8} />}
          empty={
            <EmptyState
              icon={Newspaper}
              text={t(tag ? "emptyTag" : "empty")}
              action={tag ? toAll : undefined}
            />
          }
        >
          {(rows) => rows.map((row) => <ArticleRow key={row.id} article={row} />)}
        </QueryList>
      )}
    </Page>
  );
}
