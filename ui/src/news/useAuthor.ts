import { useTranslation } from "react-i18next";
import type { Article } from "@/api/news";

/** The displayed author of an article. */
export function useAuthor({ author, publisher }: Pick<Article, "author" | "publisher">): string {
  const { t } = useTranslation("news");
  return author === "operator" && publisher ? publisher : t(`author.${author}`);
}
