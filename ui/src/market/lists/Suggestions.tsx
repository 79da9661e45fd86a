import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { SectionTitle, SkeletonRows } from "@/ui";
import { popular } from "../queries";
import { InstrumentRow } from "./InstrumentRow";

const COUNT = 8;

interface SuggestionsProps {
  /** The end of each row, such as the watchlist star. */
  star: ComponentType<{ instrument: ListedInstrument }>;
}

/** The most traded instruments today, for an empty list and for visitors. */
export function Suggestions({ star: RowStar }: SuggestionsProps) {
  const { t } = useTranslation("market");
  const { data, error } = useQuery(popular(COUNT));
  // The suggestions are optional: if they fail to load, the screen leaves them out.
  if (!data && error) return null;
  return (
    <section>
      <SectionTitle>{t("popular.title")}</SectionTitle>
      {data?.map((instrument) => (
        <div key={instrument.id} className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <InstrumentRow instrument={instrument} />
          </div>
          <RowStar instrument={instrument} />
        </div>
      ))}
      {data ? null : <SkeletonRows rows={COUNT} />}
    </section>
  );
}
