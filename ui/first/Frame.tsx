import { ArrowUpDown, Bell, ChartNoAxesColumn, House, Search, Star, UserRound } from "lucide-react";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { tabs, to } from "@/screens";
import { Card, SectionTitle } from "@/ui/Card";
import { PlumbMark } from "@/ui/PlumbMark";
import { Skeleton, SkeletonRows } from "@/ui/Skeleton";

const ICONS = {
  home: House,
  market: ChartNoAxesColumn,
  watchlist: Star,
  trade: ArrowUpDown,
  profile: UserRound,
};

/** Returns a text by its key with namespace, in every language; CSS shows the page's language. */
type Texts = (key: string) => ReactNode;

const BADGE =
  "shrink-0 rounded-[6px] bg-brass-soft px-[7px] py-[3px] text-badge font-bold tracking-[0.08em] text-brass-text";

/** An icon in the head of a page, with a touch target of 44 px. */
const HEAD_BUTTON = "-m-2.5 grid size-11 shrink-0 place-items-center rounded-control text-ink";

const COLUMN = "flex min-h-0 min-w-0 flex-1 flex-col";

function TopBar({ text }: { text: Texts }) {
  return (
    <header data-for="home" className="pt-safe shrink-0">
      <div className="flex min-h-12 items-center gap-3.5 px-4 py-1">
        <PlumbMark className="workspace:hidden" />
        <h1 className="min-w-0 flex-1 text-heading font-semibold">{text("home:title")}</h1>
        <span className="contents workspace:hidden">
          <span data-for="paper" className={BADGE}>
            {text("common:paper")}
          </span>
        </span>
        <a href={`#${to("search")}`} className={HEAD_BUTTON}>
          <Search size={24} strokeWidth={1.75} aria-hidden />
          <span className="sr-only">{text("common:action.search")}</span>
        </a>
        <span className="contents workspace:hidden">
          <span data-for="customer">
            <a href={`#${to("notices")}`} className={HEAD_BUTTON}>
              <Bell size={24} strokeWidth={1.75} aria-hidden />
              <span className="sr-only">{text("common:messages.open")}</span>
            </a>
          </span>
        </span>
      </div>
    </header>
  );
}

/** The visitor's first card. Its words on paper or live money stay invisible until the server has sent the mode. */
function Invitation({ text }: { text: Texts }) {
  const note = "mt-1.5 text-note text-ink-2";
  const button =
    "grid min-h-12 min-w-0 flex-1 place-items-center rounded-control px-4 py-2 text-body font-semibold";
  return (
    <Card data-for="visitor">
      <p className="text-heading font-semibold tracking-[-0.01em]">
        {text("home:invitation.title")}
      </p>
      <p data-for="unknown" className={`invisible ${note}`}>
        {text("home:invitation.paper")}
      </p>
      <p data-for="paper" className={note}>
        {text("home:invitation.paper")}
      </p>
      <p data-for="live" className={note}>
        {text("home:invitation.live")}
      </p>
      <div className="mt-4 flex gap-2.5">
        <a href={`#${to("login")}`} className={`bg-sunken text-ink ${button}`}>
          {text("common:action.logIn")}
        </a>
        <a href={`#${to("register")}`} className={`bg-primary text-on-primary ${button}`}>
          {text("common:action.signUp")}
        </a>
      </div>
    </Card>
  );
}

/** Placeholder of a customer's assets. */
function Assets() {
  return (
    <Card data-for="customer" aria-hidden>
      <Skeleton className="h-4 w-28" />
      <Skeleton className="mt-2 h-9 w-48" />
      <Skeleton className="mt-2 h-4 w-36" />
      <Skeleton className="mt-3 h-14 w-full workspace:hidden" />
      <div className="mt-3.5 grid grid-cols-4 gap-2 text-caption">
        {["deposit", "transfer", "history", "popular"].map((action) => (
          <div key={action} className="flex flex-col items-center gap-1.5">
            <div className="size-11 rounded-control bg-sunken" />
            &nbsp;
          </div>
        ))}
      </div>
    </Card>
  );
}

function Home({ text }: { text: Texts }) {
  return (
    <main data-for="home" className={COLUMN}>
      <div className="relative min-h-0 flex-1 overflow-hidden px-4 pt-1 pb-6">
        <Invitation text={text} />
        <Assets />
        {/* In a workspace another pane shows the market. */}
        <div className="workspace:hidden">
          <div aria-hidden className="-mx-4 mt-4 flex gap-2.5 overflow-hidden px-4 pb-2">
            {["first", "second", "third", "fourth"].map((key) => (
              <Skeleton key={key} className="h-[79px] min-w-[128px] rounded-card" />
            ))}
          </div>
          <SectionTitle>{text("market:movers.title")}</SectionTitle>
          <div className="flex h-10 items-center gap-1.5 text-small font-medium">
            <span className="min-h-8 rounded-full bg-primary px-3 leading-8 text-on-primary">
              {text("market:list.gainers")}
            </span>
            <span className="px-3 text-ink-2">{text("market:list.losers")}</span>
            <span className="px-3 text-ink-2">{text("market:list.actives")}</span>
          </div>
          <SkeletonRows />
        </div>
      </div>
    </main>
  );
}

/** Placeholders beside the list in a workspace. */
function Quote() {
  return (
    <div aria-hidden className="hidden px-4 workspace:block">
      <Skeleton className="mt-3.5 mb-5 h-5 w-32" />
      <Skeleton className="h-10 w-36" />
      <Skeleton className="mt-3 h-8 w-full" />
      <Skeleton className="mt-3 h-[296px] w-full" />
    </div>
  );
}

function Receipt() {
  return (
    <div aria-hidden className="px-4">
      <Skeleton className="mt-3.5 mb-5 h-5 w-32" />
      <Skeleton className="h-64 w-full rounded-card" />
    </div>
  );
}

/** Placeholder of any other page, like the app's `PageSkeleton`. */
function OtherPage() {
  return (
    <div data-for="page" aria-hidden className="min-h-0 flex-1 overflow-hidden px-4">
      <Skeleton className="mx-auto mt-3.5 mb-4 h-5 w-32" />
      <Skeleton className="mb-4 h-32 w-full rounded-card" />
      <SkeletonRows rows={6} />
    </div>
  );
}

function TabBar({ text }: { text: Texts }) {
  return (
    <nav
      data-for="tabs"
      className="shrink-0 border-line bg-surface max-workspace:pb-safe max-workspace:border-t wide:max-workspace:border-x workspace:col-start-1 workspace:row-start-1 workspace:border-r workspace:pt-safe"
    >
      <span className="hidden justify-items-center gap-2 py-3.5 workspace:grid">
        <PlumbMark size={28} />
        <span className="grid h-[22px] place-items-center">
          <span data-for="paper" className={BADGE}>
            {text("common:paper")}
          </span>
        </span>
      </span>
      <div className="grid h-(--tab-bar-height) grid-cols-5 workspace:h-auto workspace:auto-rows-[60px] workspace:grid-cols-1">
        {tabs.map((tab) => {
          const Icon = ICONS[tab];
          return (
            <a
              key={tab}
              href={`#${to(tab)}`}
              data-tab={tab}
              className="flex flex-col items-center justify-center gap-px text-[10px] font-medium text-ink-2"
            >
              <Icon size={22} strokeWidth={1.75} aria-hidden />
              {text(`common:tab.${tab}`)}
            </a>
          );
        })}
      </div>
    </nav>
  );
}

/**
 * The page's content before the app: the shell with the home page, or a placeholder of another. It is written into
 * index.html when the UI is built. Its links work already. `frame.css` shows the parts for this visit (`data-for`), by
 * the attributes that the page's first script sets.
 */
function Frame({ text }: { text: Texts }) {
  return (
    <div id="frame" className="flex h-dvh min-w-0 flex-col bg-bg">
      <div className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)_auto] wide:grid-cols-[420px_minmax(0,760px)] wide:justify-center workspace:grid-cols-[72px_340px_minmax(0,1fr)_320px] workspace:grid-rows-1">
        {/* Each pane of a workspace names its column: the page may be painted before its rail is loaded. */}
        <div
          className={`${COLUMN} wide:border-x wide:border-line workspace:col-start-2 workspace:row-start-1 workspace:border-l-0`}
        >
          <TopBar text={text} />
          <Home text={text} />
          <OtherPage />
        </div>
        <div className="hidden border-r border-line wide:row-span-2 wide:block workspace:col-start-3 workspace:row-span-1 workspace:row-start-1">
          <Quote />
        </div>
        <div className="hidden workspace:col-start-4 workspace:row-start-1 workspace:block">
          <Receipt />
        </div>
        <TabBar text={text} />
      </div>
    </div>
  );
}

/** Shown if the app does not start, in every language, since the visitor's may be unknown. */
function Unstarted({ text }: { text: Texts }) {
  return (
    <main id="unstarted" hidden>
      <div>
        <PlumbMark size={44} />
      </div>
      <h1>{text("common:start.failed")}</h1>
      <p>{text("common:start.hint")}</p>
      <a href="/">{text("common:action.tryAgain")}</a>
    </main>
  );
}

/** The initial HTML of the page, with the texts of these languages. */
export function write(languages: readonly string[], textOf: (lang: string, key: string) => string) {
  const text: Texts = (key) =>
    languages.map((lang) => (
      <span key={lang} lang={lang}>
        {textOf(lang, key)}
      </span>
    ));
  return renderToStaticMarkup(
    <>
      <Frame text={text} />
      <Unstarted text={text} />
    </>,
  );
}
