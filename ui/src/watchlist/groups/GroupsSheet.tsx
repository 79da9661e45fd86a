import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Instrument } from "@/api/market";
import type { WatchGroup } from "@/api/watchGroups";
import { titleOf } from "@/products";
import { QueryView, Sheet, SkeletonRows } from "@/ui";
import { CheckRow } from "@/ui/CheckRow";
import { watchlist } from "../queries";
import { GroupNameForm } from "./GroupNameForm";
import { usePut, useTake, watchGroups } from "./groupQueries";

interface GroupsSheetProps {
  instrument: Instrument;
  onClose: () => void;
}

/** Chooses the watchlist groups of an instrument. Each choice applies at once; joining a group also watches it. */
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
                    <CheckRow
                      key={group.id}
                      label={group.name}
                      on={isIn}
                      onToggle={() => toggle(group, isIn)}
                    >
                      <span className="min-w-0 flex-1 truncate text-note font-medium">
                        {group.name}
                      </span>
                      <span className="num text-small text-ink-2">{group.entryIds.length}</span>
                    </CheckRow>
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
