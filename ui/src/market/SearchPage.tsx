import { useQuery } from "@tanstack/react-query";
import { Search, SearchX, Trash2, X } from "lucide-react";
import { type KeyboardEvent, useContext, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { useSession } from "@/session";
import {
  EmptyState,
  ErrorState,
  IconButton,
  isComposing,
  Page,
  PageHeading,
  PaperBadge,
  SectionTitle,
  SkeletonRows,
  useDebounced,
} from "@/ui";
import { WorkspaceContext } from "@/ui/Page";
import { InstrumentRow } from "./InstrumentRow";
import { popular, search } from "./queries";
import { forgetHistory, readHistory, remember } from "./searchHistory";
import { useOpenBest } from "./useOpenBest";

/** A pause in the typing that is long enough to ask the server. */
const PAUSE_MS = 180;

function History({ choose }: { choose: (keyword: string) => void }) {
  const { t } = useTranslation("market");
  const [history, setHistory] = useState(readHistory);
  if (history.length === 0) return null;
  const forget = () => {
    forgetHistory();
    setHistory([]);
  };
  return (
    <>
      <SectionTitle
        end={
          <IconButton label={t("search.forget")} onClick={forget}>
            <Trash2 size={18} strokeWidth={1.75} aria-hidden />
          </IconButton>
        }
      >
        {t("search.history")}
      </SectionTitle>
      <div className="flex flex-wrap gap-2">
        {history.map((keyword) => (
          <button
            key={keyword}
            type="button"
            onClick={() => choose(keyword)}
            className="min-h-9 max-w-full truncate rounded-full bg-sunken px-3.5 text-small font-medium"
          >
            {keyword}
          </button>
        ))}
      </div>
    </>
  );
}

function Suggestions({ choose }: { choose: (keyword: string) => void }) {
  const { t } = useTranslation("market");
  const { data, error, refetch } = useQuery(popular(8));
  const customer = useSession()?.user.id;
  return (
    <>
      <History key={customer} choose={choose} />
      <SectionTitle>{t("popular.title")}</SectionTitle>
      {data?.map((instrument) => (
        <InstrumentRow key={instrument.id} instrument={instrument} />
      ))}
      {!data && error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <SkeletonRows /> : null}
    </>
  );
}

function Results({ keyword, typed }: { keyword: string; typed: string }) {
  const { t } = useTranslation("market");
  const { data, isPending, error, refetch } = useQuery(search(keyword));
  if (isPending) return <SkeletonRows rows={8} />;
  if (error && !data) return <ErrorState error={error} retry={refetch} />;
  if (data?.length === 0) {
    return <EmptyState icon={SearchX} text={t("search.nothing", { keyword })} />;
  }
  return data?.map((instrument) => (
    <InstrumentRow key={instrument.id} instrument={instrument} onOpen={() => remember(typed)} />
  ));
}

/** Finds an instrument by its symbol, by its name in three languages, or by pinyin. */
export default function SearchPage() {
  const { t } = useTranslation(["market", "common"]);
  const { back } = useNavigation();
  const inWorkspace = useContext(WorkspaceContext);
  const [typed, setTyped] = useState("");
  const keyword = useDeferredValue(useDebounced(typed.trim(), PAUSE_MS));
  const openBest = useOpenBest();

  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that chooses among an input method's candidates does not send the form.
    if (isComposing(event.nativeEvent)) {
      if (event.key === "Enter") event.preventDefault();
      return;
    }
    if (event.key === "ArrowDown") focusFirstRow(event);
    if (event.key === "Escape" && typed === "") back();
  };

  const top = (
    // biome-ignore lint/a11y/noRedundantRoles: Safari knows the element since 17, and the role for long
    <search role="search" className="pt-safe block shrink-0">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void openBest(typed);
        }}
      >
        <div className="flex items-center gap-3 px-4 py-2">
          <label className="flex min-h-11 min-w-0 flex-1 items-center gap-2.5 rounded-control bg-sunken px-3.5 focus-within:ring-2 focus-within:ring-brass">
            <Search size={18} className="shrink-0 text-ink-2" aria-hidden />
            <input
              // biome-ignore lint/a11y/noAutofocus: the screen has no other purpose than typing here
              autoFocus
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              aria-label={t("market:search.label")}
              placeholder={t("market:search.placeholder")}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              onKeyDown={onKeyDown}
              className="w-full min-w-0 bg-transparent text-body outline-none [&::-webkit-search-cancel-button]:hidden"
            />
            {typed ? (
              <IconButton label={t("common:action.clear")} onClick={() => setTyped("")}>
                <X size={18} aria-hidden />
              </IconButton>
            ) : null}
          </label>
          {inWorkspace ? null : <PaperBadge />}
          <button
            type="button"
            onClick={() => back()}
            className="min-h-11 shrink-0 text-note font-medium"
          >
            {t("common:action.cancel")}
          </button>
        </div>
      </form>
    </search>
  );

  return (
    <Page top={top}>
      <PageHeading className="sr-only" />
      {keyword ? <Results keyword={keyword} typed={typed} /> : <Suggestions choose={setTyped} />}
    </Page>
  );
}

function focusFirstRow(event: KeyboardEvent): void {
  const page = event.currentTarget.closest("search")?.parentElement;
  const row = page?.querySelector<HTMLElement>("[data-row]");
  if (!row) return;
  event.preventDefault();
  row.focus();
}
