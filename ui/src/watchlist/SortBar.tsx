import { ChevronDown, ChevronsUpDown, ChevronUp } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { WatchlistEntry } from "@/api/watchlist";
import { titleOf } from "@/products";
import { classes } from "@/ui";
import { type Sort, type Sorting, sorted } from "@/ui/sorting";

const KEYS = ["name", "price", "change"] as const;
type Key = (typeof KEYS)[number];

const SORTINGS: Record<Key, Sorting<WatchlistEntry>> = {
  name: { by: "word", value: (row) => titleOf(row).first },
  price: { by: "figure", value: ({ quote }) => quote.last },
  change: { by: "figure", value: ({ quote }) => quote.changePercent },
};

/** The rows sorted by a column, or in the customer's order. */
export function inSort(rows: WatchlistEntry[], sort: Sort | null, language: string) {
  const sorting = sort && SORTINGS[sort.key as Key];
  return sorting ? sorted(rows, sorting, sort.descending, language) : rows;
}

/** The sort after a press on a column: its usual direction, then the other, then the customer's order. */
export function nextSort(sort: Sort | null, key: Key): Sort | null {
  const descending = key !== "name";
  if (sort?.key !== key) return { key, descending };
  return sort.descending === descending ? { key, descending: !descending } : null;
}

interface SortBarProps {
  sort: Sort | null;
  onSort: (sort: Sort | null) => void;
}

/** Columns above the rows to sort them temporarily; the customer's own order stays. */
export function SortBar({ sort, onSort }: SortBarProps) {
  const { t } = useTranslation("watchlist");
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are no fields of a form
    <div
      role="group"
      aria-label={t("sort.label")}
      className="flex gap-4 border-b border-line text-caption font-medium text-ink-2"
    >
      {KEYS.map((key) => {
        const chosen = sort?.key === key ? sort : null;
        const Icon = chosen ? (chosen.descending ? ChevronDown : ChevronUp) : ChevronsUpDown;
        return (
          <button
            key={key}
            type="button"
            aria-pressed={chosen !== null}
            onClick={() => onSort(nextSort(sort, key))}
            className={classes(
              "inline-flex min-h-11 items-center gap-1 whitespace-nowrap first:mr-auto",
              chosen && "text-ink",
            )}
          >
            {t(`sort.${key}`)}
            {chosen ? (
              <span className="sr-only">
                {t(chosen.descending ? "sort.descending" : "sort.ascending")}
              </span>
            ) : null}
            <Icon size={14} aria-hidden className={chosen ? undefined : "text-ink-3"} />
          </button>
        );
      })}
    </div>
  );
}
