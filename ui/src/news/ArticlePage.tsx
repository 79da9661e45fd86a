import { useQuery } from "@tanstack/react-query";
import { ALargeSmall, Newspaper, Share2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { type FullArticle, tags } from "@/api/news";
import { languageNames, languages } from "@/i18n";
import { platform } from "@/platform";
import type { ArticleQuery } from "@/screenQueries";
import { to } from "@/screens";
import {
  EmptyState,
  IconButton,
  LinkButton,
  Page,
  QueryView,
  Skeleton,
  SkeletonRows,
  TopBar,
  toast,
} from "@/ui";
import { Link } from "@/ui/Link";
import { formatInZone, ownTimeZone } from "@/ui/time";
import { ArticleBody } from "./ArticleBody";
import { article } from "./articleQueries";
import { InstrumentChips } from "./InstrumentChips";
import { type ReadingSize, sizes, useReadingSize } from "./readingSize";
import { useAuthor } from "./useAuthor";

const DAY = { day: "numeric", month: "short", year: "numeric" } as const;
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;
/** The time of publication to the minute, on the reader's own clock. */
const WHEN = { ...DAY, ...CLOCK, timeZoneName: "short" } as const;

const SIZES: Record<ReadingSize, string> = {
  small: "text-[14px] leading-[1.6]",
  normal: "text-[16px] leading-[1.65]",
  large: "text-[19px] leading-[1.65]",
};

function Tags({ codes }: { codes: readonly string[] }) {
  const { data = [] } = useQuery(tags);
  return (
    <p className="mt-3 flex flex-wrap gap-2">
      {data
        .filter(({ code }) => codes.includes(code))
        .map(({ code, name }) => (
          <Link
            key={code}
            to={to("news", { tag: code })}
            className="inline-flex min-h-8 items-center rounded-full bg-sunken px-3 text-caption font-medium text-ink-2"
          >
            {name}
          </Link>
        ))}
    </p>
  );
}

/** Names the article's language, if it is not the reader's. */
function OtherLanguage({ of }: { of: string }) {
  const { t, i18n } = useTranslation("news");
  const written = languages.find((language) => language === of);
  if (!written || written === i18n.language) return null;
  return (
    <p className="mt-2 text-small text-ink-2">
      {t("otherLanguage", { language: languageNames[written] })}
    </p>
  );
}

function ArticleText({ read, size }: { read: FullArticle; size: ReadingSize }) {
  const { t, i18n } = useTranslation("news");
  const from = useAuthor(read);
  return (
    <article className="mx-auto w-full max-w-[680px] pb-6">
      <h2
        lang={read.language}
        className="num text-[22px] leading-[1.3] font-semibold tracking-[-0.01em] text-pretty"
      >
        {read.title}
      </h2>
      <p className="num mt-2 text-small text-ink-2">
        {from} · {formatInZone(read.publishedAt, i18n.language, ownTimeZone(), WHEN)}
      </p>
      <OtherLanguage of={read.language} />
      <Tags codes={read.tags} />
      <div lang={read.language} className={`num mt-4 break-words ${SIZES[size]}`}>
        <ArticleBody blocks={read.blocks} />
      </div>
      {read.instruments.length > 0 ? (
        <section className="mt-8 border-t border-line pt-4">
          <h3 className="mb-2.5 text-small font-semibold text-ink-2">{t("about")}</h3>
          <InstrumentChips instruments={read.instruments} />
        </section>
      ) : null}
    </article>
  );
}

const ArticleSkeleton = () => (
  <>
    <Skeleton className="h-14 w-full" />
    <Skeleton className="mt-3 mb-5 h-4 w-48" />
    <SkeletonRows rows={5} />
  </>
);

async function share({ id, title }: FullArticle, copied: string) {
  const url = `${platform.serverAddress()}/#${to("article", { id })}`;
  if ((await platform.share({ title, text: title, url })) === "copied") toast(copied);
}

/** An article: its text, its author, its time, and its instruments. */
export default function ArticlePage({ id }: ArticleQuery) {
  const { t } = useTranslation("news");
  const query = useQuery(article(id));
  const { data, error, refetch } = query;
  const [size, choose] = useReadingSize();
  const larger = sizes[(sizes.indexOf(size) + 1) % sizes.length] ?? "normal";
  const isGone = error instanceof ApiError && error.code === 404;
  const actions = data ? (
    <span className="flex items-center gap-3">
      <IconButton label={t(`size.${larger}`)} onClick={() => choose(larger)}>
        <ALargeSmall size={24} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton label={t("share")} onClick={() => void share(data, t("copied"))}>
        <Share2 size={22} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </span>
  ) : undefined;
  return (
    <Page top={<TopBar end={actions} />} onRefresh={refetch}>
      {isGone ? (
        <EmptyState
          icon={Newspaper}
          text={error.msg}
          action={<LinkButton href={to("news")}>{t("all")}</LinkButton>}
        />
      ) : (
        <QueryView query={query} skeleton={<ArticleSkeleton />}>
          {(read) => <ArticleText read={read} size={size} />}
        </QueryView>
      )}
    </Page>
  );
}
