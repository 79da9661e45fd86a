import { useQuery } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Instrument } from "@/api/market";
import type { WatchGroup } from "@/api/watchGroups";
import { titleOf } from "@/products";
import { classes, QueryView, Sheet, SkeletonRows } from "@/ui";
import { watchlist } from "../queries";
import { GroupNameForm } from "./GroupNameForm";
import { usePut, useTake, watchGroups } from "./groupQueries";

interface GroupRowProps {
  group: WatchGroup;
  on: boolean;
  onToggle: () => void;
}

function GroupRow({ group, on, onToggle }: GroupRowProps) {
  return (
    <label className="relative flex min-h-12 items-center gap-3 border-t border-line first:border-t-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brass">
      <span className="min-w-0 flex-1 truncate text-note font-medium">{group.name}</span>
      <span className="num text-small text-ink-2">{group.entryIds.length}</span>
      <input
        type="checkbox"
        aria-label={group.name}
        checked={on}
        onChange={onToggle}
        className="absolute inset-0 m-0 cursor-pointer appearance-none outline-none"
      />
      <span
        aria-hidden
        className={classes(
          "grid size-6 shrink-0 place-items-center rounded-full border transition-colors duration-150",
          on ? "border-primary bg-primary text-on-primary" : "border-ink-3 text-transparent",
        )}
      >
        <Check size={16} strokeWidth={2.5} />
      </span>
    </label>
  );
}

interface GroupsSheetProps {
  instrument: Instrument;
  onClose: () => void;
}

/** In which groups of the watchlist an instrument is. What is pressed holds at once; being in one means being watched. */
export default function GroupsSheet({ instrument, onClose }: GroupsSheetProps) {
  const { t } = useTranslation("watchlist");
  const { symbol, market } = instrument;
  const items = useQuery(watchlist);
  const groups = useQuery(watchGroups);
  const put = usePut();
  const take = useTake();
  const entry = items.data?.find((item) => item.symbol === symbol && item.market === market);
  const toggle = (group: WatchGroup, isIn: boolean) => {
    if (isIn && entry) take.mutate({ entryId: entry.entryId, from: group.id });
    else put.mutate({ listing: instrument, entryId: entry?.entryId, to: group.id });
  };
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("groups.choose")}
      description={titleOf(instrument).first}
    >
      <QueryView query={groups} skeleton={<SkeletonRows rows={3} />}>
        {(known) => (
          <>
            {known.length > 0 ? (
              <div className="mb-3 rounded-card bg-surface px-3.5 shadow-card">
                {known.map((group) => {
                  const isIn = entry !== undefined && group.entryIds.includes(entry.entryId);
                  return (
                    <GroupRow
                      key={group.id}
                      group={group}
                      on={isIn}
                      onToggle={() => toggle(group, isIn)}
                    />
                  );
                })}
              </div>
            ) : (
              <p className="mb-3 text-note text-ink-2">{t("groups.none")}</p>
            )}
            <GroupNameForm
              onDone={(to) => put.mutate({ listing: instrument, entryId: entry?.entryId, to })}
            />
          </>
        )}
      </QueryView>
    </Sheet>
  );
}
