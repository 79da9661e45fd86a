import { useQuery } from "@tanstack/react-query";
import { Search, SearchX, X } from "lucide-react";
import { type KeyboardEvent, useContext, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import { type AssetClass, assetClasses } from "@/api/market";
import { useNavigation } from "@/navigation";
import {
  Chips,
  EmptyState,
  IconButton,
  isComposing,
  Page,
  PageHeading,
  PaperBadge,
  QueryList,
  SkeletonRows,
  useDebounced,
} from "@/ui";
import { WorkspaceContext } from "@/ui/Page";
import { SuggestedStar } from "@/watchlist/SuggestedStar";
import { StarredRow } from "../lists/StarredRow";
import { SearchSuggestions } from "./SearchSuggestions";
import { remember } from "./searchHistory";
import { search } from "./searchQueries";
import { useOpenBest } from "./useOpenBest";

/** The pause in typing after which the server is asked. */
const PAUSE_MS = 180;

/** The filters of a search. */
const CHOICES = ["", ...assetClasses] as const;

interface ResultsProps {
  keyword: string;
  typed: string;
  of: AssetClass | "";
}

function Results({ keyword, typed, of }: ResultsProps) {
  const { t } = useTranslation("market");
  return (
    <QueryList
      query={useQuery(search(keyword, of))}
      skeleton={<SkeletonRows rows={8} />}
      empty={<EmptyState icon={SearchX} text={t("search.nothing", { keyword })} />}
    >
      {(instruments) =>
        instruments.map((instrument) => (
          <StarredRow
            key={instrument.id}
            star={SuggestedStar}
            instrument={instrument}
            onOpen={() => remember(typed)}
          />
        ))
      }
    </QueryList>
  );
}

/** Finds an instrument by its symbol, by its name in three languages, or by pinyin. */
export default function SearchPage() {
  const { t } = useTranslation(["market", "common"]);
  const { back } = useNavigation();
  const inWorkspace = useContext(WorkspaceContext);
  const [typed, setTyped] = useState("");
  const keyword = useDeferredValue(useDebounced(typed.trim(), PAUSE_MS));
  const [of, setOf] = useState<AssetClass | "">("");
  const openBest = useOpenBest(of);

  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that chooses an input method's candidate does not submit the form.
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
      {keyword ? (
        <>
          <Chips
            label={t("market:class.label")}
            value={of}
            onChange={setOf}
            choices={CHOICES.map((value) => ({
              value,
              label: value ? t(`market:class.${value}`) : t("market:list.all"),
            }))}
            className="-mx-4 mask-x-from-[calc(100%-16px)] px-4"
          />
          <Results keyword={keyword} typed={typed} of={of} />
        </>
      ) : (
        <SearchSuggestions choose={setTyped} star={SuggestedStar} />
      )}
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
