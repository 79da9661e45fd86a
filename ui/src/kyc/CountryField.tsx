import { useQuery } from "@tanstack/react-query";
import { Check, ChevronDown, Search } from "lucide-react";
import { type Ref, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Area } from "@/api/kyc";
import { classes, QueryView, Sheet, SkeletonRows } from "@/ui";
import { areas } from "./calls";
import { matching } from "./matching";

interface CountryFieldProps {
  value: string;
  onChange: (code: string) => void;
  error?: string;
  ref?: Ref<HTMLButtonElement>;
}

interface ListProps {
  list: readonly Area[];
  value: string;
  onChoose: (code: string) => void;
}

/** The origins of most customers, listed first. */
const LIKELY = ["HK", "CN", "MO", "TW"];

const likelyFirst = (list: readonly Area[]) => [
  ...LIKELY.flatMap((code) => list.filter((area) => area.code === code)),
  ...list.filter(({ code }) => !LIKELY.includes(code)),
];

/** Filters the countries by typed text, in any of the product's languages. */
function AreaList({ list, value, onChoose }: ListProps) {
  const { t } = useTranslation("kyc");
  const [typed, setTyped] = useState("");
  const found = matching(likelyFirst(list), typed);
  return (
    <>
      <label className="sticky top-0 flex min-h-11 items-center gap-2.5 rounded-control border border-line bg-surface px-3.5 focus-within:border-ink">
        <Search size={18} className="shrink-0 text-ink-2" aria-hidden />
        <input
          type="search"
          autoComplete="off"
          spellCheck={false}
          aria-label={t("country.search")}
          placeholder={t("country.search")}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className="w-full min-w-0 bg-transparent text-body outline-none"
        />
      </label>
      <ul className="mt-1">
        {found.map(({ code, name }) => (
          <li key={code} className="border-b border-line last:border-0">
            <button
              type="button"
              data-row
              aria-current={code === value ? "true" : undefined}
              onClick={() => onChoose(code)}
              className="flex min-h-12 w-full items-center gap-3 py-2 text-left"
            >
              <span className="min-w-0 flex-1">{name}</span>
              {code === value ? (
                <Check size={18} className="shrink-0" aria-hidden />
              ) : (
                <span className="text-small text-ink-2">{code}</span>
              )}
            </button>
          </li>
        ))}
      </ul>
      <p
        role="status"
        className={found.length ? "sr-only" : "py-6 text-center text-note text-ink-2"}
      >
        {found.length ? "" : t("country.nothing")}
      </p>
    </>
  );
}

/** The issuing country of a document, of those whose documents are accepted. */
export function CountryField({ value, onChange, error, ref }: CountryFieldProps) {
  const { t, i18n } = useTranslation("kyc");
  const id = useId();
  const query = useQuery(areas(i18n.language));
  const [isOpen, setIsOpen] = useState(false);
  const chosen = query.data?.find(({ code }) => code === value)?.name ?? value;
  return (
    <div>
      <button
        ref={ref}
        type="button"
        onClick={() => setIsOpen(true)}
        aria-haspopup="dialog"
        aria-describedby={error ? `${id}-note` : undefined}
        className={classes(
          "flex min-h-14 w-full items-center gap-3 rounded-control border bg-surface px-3.5 text-left",
          error ? "border-danger" : "border-line",
        )}
      >
        <span className="min-w-0 flex-1 py-1.5">
          <span className="block text-caption text-ink-2">{t("field.country")}</span>
          <span className={classes("block text-body", !value && "text-ink-2")}>
            {chosen || t("country.choose")}
          </span>
        </span>
        <ChevronDown size={18} className="shrink-0 text-ink-2" aria-hidden />
      </button>
      {error ? (
        <p id={`${id}-note`} role="alert" className="mt-1.5 px-1 text-small text-danger">
          {error}
        </p>
      ) : null}
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={t("field.country")}>
        <QueryView query={query} skeleton={<SkeletonRows />}>
          {(list) => (
            <AreaList
              list={list}
              value={value}
              onChoose={(code) => {
                onChange(code);
                setIsOpen(false);
              }}
            />
          )}
        </QueryView>
      </Sheet>
    </div>
  );
}
