import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { type ComponentProps, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "@/session";
import { IconButton, QueryList, SectionTitle } from "@/ui";
import { StarredRow } from "../lists/StarredRow";
import { forgetHistory, readHistory } from "./searchHistory";
import { trending } from "./searchQueries";

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

interface SearchSuggestionsProps {
  choose: (keyword: string) => void;
  star: ComponentProps<typeof StarredRow>["star"];
}

/** Shown before typing: the search history, and the trending instruments. */
export function SearchSuggestions({ choose, star }: SearchSuggestionsProps) {
  const { t } = useTranslation("market");
  const customer = useSession()?.user.id;
  const query = useQuery(trending);
  const { data, error, refetch } = query;
  return (
    <>
      <History key={customer} choose={choose} />
      <SectionTitle>{data ? t(`search.by.${data.by}`) : t("search.trending")}</SectionTitle>
      <QueryList query={{ data: data?.rows, error, refetch }}>
        {(instruments) =>
          instruments.map((instrument) => (
            <StarredRow key={instrument.id} instrument={instrument} star={star} />
          ))
        }
      </QueryList>
    </>
  );
}
