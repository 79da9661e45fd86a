import { useQuery } from "@tanstack/react-query";
import { Check, Plus, SearchX } from "lucide-react";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument, Listing } from "@/api/market";
import { codeOf, titleOf } from "@/products";
import { EmptyState, Field, LogoTile, QueryList, Sheet, useDebounced } from "@/ui";
import { search, trending } from "../search/searchQueries";
import { OTHERS_MAX } from "./compared";

/** The pause in typing after which the server is asked. */
const PAUSE_MS = 180;

interface CompareSheetProps {
  /** The instrument of the page. */
  of: Listing;
  others: readonly Listing[];
  onAdd: (one: Listing) => void;
  onRemove: (one: Listing) => void;
  onClose: () => void;
}

const isSame = (a: Listing, b: Listing) => a.symbol === b.symbol && a.market === b.market;

/** Searches instruments to compare with; a press adds or removes one at once. */
export default function CompareSheet({ of, others, onAdd, onRemove, onClose }: CompareSheetProps) {
  const { t } = useTranslation(["chart", "market"]);
  const [typed, setTyped] = useState("");
  const keyword = useDeferredValue(useDebounced(typed.trim(), PAUSE_MS));
  const found = useQuery(search(keyword));
  const usual = useQuery(trending);
  const query = keyword
    ? found
    : { data: usual.data?.rows, error: usual.error, refetch: usual.refetch };
  const isFull = others.length >= OTHERS_MAX;
  const row = (instrument: ListedInstrument) => {
    const isOn = others.some((other) => isSame(other, instrument));
    const { first, second } = titleOf(instrument);
    const Icon = isOn ? Check : Plus;
    return (
      <button
        key={instrument.id}
        type="button"
        aria-pressed={isOn}
        disabled={isFull && !isOn}
        onClick={() => (isOn ? onRemove(instrument) : onAdd(instrument))}
        className="flex min-h-15 w-full items-center gap-2.5 border-b border-line text-left disabled:opacity-45"
      >
        <LogoTile code={codeOf(instrument)} name={instrument.name} />
        <span className="min-w-0 flex-1">
          <span className="block truncate text-[15px] font-semibold">{first}</span>
          <span className="num block truncate text-caption text-ink-2">
            {[second, instrument.exchange].filter(Boolean).join(" · ")}
          </span>
        </span>
        <Icon size={20} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-2" />
      </button>
    );
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("chart:compare.title")}
      description={t("chart:compare.note")}
    >
      <Field
        type="search"
        label={t("market:search.label")}
        placeholder={t("market:search.placeholder")}
        value={typed}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        onChange={(event) => setTyped(event.target.value)}
        className="pb-2"
      />
      <QueryList
        query={query}
        empty={<EmptyState icon={SearchX} text={t("market:search.nothing", { keyword })} />}
      >
        {(rows) => rows.filter((one) => !isSame(one, of)).map(row)}
      </QueryList>
    </Sheet>
  );
}
