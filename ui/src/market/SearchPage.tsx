import { useQuery } from "@tanstack/react-query";
import { Search, SearchX, Trash2, X } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigation } from "@/navigation";
import { useSession } from "@/session";
import {
  EmptyState,
  ErrorState,
  IconButton,
  Page,
  PaperBadge,
  SectionTitle,
  SkeletonRows,
  usePaused,
} from "@/ui";
import { popular, search } from "./queries";
import { quoteAddress, StockRow } from "./StockRow";
import { forgetHistory, readHistory, remember } from "./searchHistory";

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
  const { data } = useQuery(popular(8));
  const customer = useSession()?.user.userLoginId;
  return (
    <>
      <History key={customer} choose={choose} />
      <SectionTitle>{t("popular.title")}</SectionTitle>
      {data ? (
        data.list.map((stock) => <StockRow key={stock.id} stock={stock} />)
      ) : (
        <SkeletonRows />
      )}
    </>
  );
}

function Results({ keyword, typed }: { keyword: string; typed: string }) {
  const { t } = useTranslation("market");
  const { data, isPending, error, refetch } = useQuery(search(keyword));
  if (isPending) return <SkeletonRows rows={8} />;
  if (error && !data) return <ErrorState error={error} retry={refetch} />;
  if (data?.list.length === 0) {
    return <EmptyState icon={SearchX} text={t("search.nothing", { keyword })} />;
  }
  return data?.list.map((stock) => (
    <StockRow key={stock.id} stock={stock} onOpen={() => remember(typed)} />
  ));
}

/** Finds a stock by its code, by its name in three languages, or by pinyin. */
export default function SearchPage() {
  const { t } = useTranslation(["market", "common"]);
  const { back, open } = useNavigation();
  const [typed, setTyped] = useState("");
  const keyword = useDeferredValue(usePaused(typed.trim(), PAUSE_MS));
  const { data } = useQuery(search(keyword));

  const openFirst = () => {
    const first = data?.list[0];
    if (!first || keyword !== typed.trim()) return;
    remember(typed);
    open(quoteAddress(first));
  };

  const top = (
    <search className="pt-safe block shrink-0">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          openFirst();
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
              onKeyDown={(event) => event.key === "ArrowDown" && focusFirstRow(event)}
              className="w-full min-w-0 bg-transparent text-body outline-none [&::-webkit-search-cancel-button]:hidden"
            />
            {typed ? (
              <IconButton label={t("common:action.clear")} onClick={() => setTyped("")}>
                <X size={18} aria-hidden />
              </IconButton>
            ) : null}
            <PaperBadge />
          </label>
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
      <h1 className="sr-only">{t("market:search.label")}</h1>
      {keyword ? <Results keyword={keyword} typed={typed} /> : <Suggestions choose={setTyped} />}
    </Page>
  );
}

function focusFirstRow(event: React.KeyboardEvent): void {
  const page = event.currentTarget.closest("search")?.parentElement;
  const row = page?.querySelector<HTMLElement>("[data-row]");
  if (!row) return;
  event.preventDefault();
  row.focus();
}
