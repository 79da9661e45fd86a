import { useTranslation } from "react-i18next";
import type { Article } from "@/api/news";

/** Whom an article is from. */
export function useAuthor({ author, publisher }: Pick<Article, "author" | "publisher">): string {
  const { t } = useTranslation("news");
  return author === "operator" && publisher ? publisher : t(`author.${author}`);
}
