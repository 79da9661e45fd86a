import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { Article } from "@/api/news";
import { useLocation } from "@/history";
import { to } from "@/screens";
import { classes } from "@/ui";
import { Link } from "@/ui/Link";
import { formatDay, formatInZone, ownTimeZone } from "@/ui/time";
import { useAuthor } from "./useAuthor";

const MINUTE = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

/** The time of publication: its time today, else its day. */
function useWhen(at: number): string {
  const { language } = useTranslation().i18n;
  const day = formatDay(at, language);
  return day === formatDay(Date.now(), language)
    ? formatInZone(at, language, ownTimeZone(), MINUTE)
    : day;
}

/** One article of a list: its title, its author, and its time. */
export const ArticleRow = memo(function ArticleRow({ article }: { article: Article }) {
  const address = to("article", { id: article.id });
  const { pathname, search } = useLocation();
  const isShown = pathname + search === address;
  const when = useWhen(article.publishedAt);
  const from = useAuthor(article);
  return (
    <Link
      to={address}
      // Opening the shown article again does not stack it in the history.
      replace={isShown || undefined}
      data-row
      aria-current={isShown ? "true" : undefined}
      className={classes(
        "-mx-4 block border-b border-line px-4 py-3 last:border-0",
        isShown && "bg-sunken",
      )}
    >
      <span lang={article.language} className="num block text-[15px] font-semibold text-pretty">
        {article.title}
      </span>
      <span lang={article.language} className="num mt-0.5 line-clamp-2 text-small text-ink-2">
        {article.summary}
      </span>
      <span className="num mt-1 block text-caption text-ink-2">
        {from} · {when}
      </span>
    </Link>
  );
});
