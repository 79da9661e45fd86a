import { X } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { formatPercent, NO_VALUE } from "@/ui";
import type { Compared } from "./useComparison";

const SWATCH = { ink: "bg-ink", "study-3": "bg-study-3", "study-4": "bg-study-4" } as const;

interface CompareLegendProps {
  series: readonly Compared[];
  /** The change of each, in percent. */
  changes: readonly (string | null)[];
  /** The compared period. */
  span: string;
  onRemove: (one: Listing) => void;
  /** A button at the end. */
  children: ReactNode;
}

/** The instrument of each line, and its change until the moment pointed at, or until now. */
export function CompareLegend(props: CompareLegendProps) {
  const { series, changes, span, onRemove, children } = props;
  const { t } = useTranslation("chart");
  return (
    <div className="px-1.5">
      <div className="flex min-h-6 items-center gap-2">
        <span className="num min-w-0 flex-1 text-badge text-ink-2">{span}</span>
        {children}
      </div>
      <ul className="flex flex-wrap items-center gap-x-5">
        {series.map(({ symbol, market, title, color }, index) => (
          <li
            key={`${market}.${symbol}`}
            className="num flex min-h-8 min-w-0 items-center gap-2 text-small"
          >
            <span aria-hidden className={`h-1 w-4 shrink-0 rounded-full ${SWATCH[color]}`} />
            <span className="min-w-0 truncate font-medium">{title}</span>
            <span className="font-semibold">
              {changes[index] ? formatPercent(changes[index]) : NO_VALUE}
            </span>
            {index > 0 ? (
              <button
                type="button"
                aria-label={t("compare.remove", { name: title })}
                title={t("compare.remove", { name: title })}
                onClick={() => onRemove({ symbol, market })}
                className="-my-1.5 -mr-3 -ml-2.5 grid size-11 shrink-0 place-items-center text-ink-2"
              >
                <X size={15} aria-hidden />
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </div>
  );
}
