import { useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { SectionTitle, SkeletonRows } from "@/ui";
import { InstrumentRow } from "./InstrumentRow";
import { popular } from "./queries";

const COUNT = 8;

interface SuggestionsProps {
  /** What stands at the end of each row, such as the star that follows it. */
  star: ComponentType<{ instrument: ListedInstrument }>;
}

/** What most trade today, for a list that is still empty and for visitors. */
export function Suggestions({ star: RowStar }: SuggestionsProps) {
  const { t } = useTranslation("market");
  const { data, error } = useQuery(popular(COUNT));
  // They are an offer and no content: where they cannot be read the screen does without them.
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
