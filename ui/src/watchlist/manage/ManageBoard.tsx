import {
  DndContext,
  type DragEndEvent,
  KeyboardCode,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { arrayMove, SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WatchGroup } from "@/api/watchGroups";
import type { WatchlistEntry } from "@/api/watchlist";
import { useSession } from "@/session";
import { EmptyWatchlist } from "../EmptyWatchlist";
import GroupsSheet from "../groups/GroupsSheet";
import { usePut, useReorderGroups, useReorderRows, useTake } from "../groups/groupQueries";
import { rowsOf, useChosenGroup } from "../groups/groups";
import { useRemoveItem, useReorder } from "../queries";
import { findTarget, kindOf, stepByKey } from "./dragging";
import { GroupChips } from "./GroupChips";
import { GroupHead } from "./GroupHead";
import { GroupSheet } from "./GroupSheet";
import { SortableRow } from "./SortableRow";
import { useAnnouncements } from "./useAnnouncements";

/** Space lifts and drops; Enter presses, as on any button. */
const KEYS = {
  start: [KeyboardCode.Space],
  end: [KeyboardCode.Space],
  cancel: [KeyboardCode.Esc],
};

function useSenses() {
  return useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepByKey, keyboardCodes: KEYS }),
  );
}

const moved = (ids: string[], from: string, to: string) =>
  arrayMove(ids, ids.indexOf(from), ids.indexOf(to));

interface ManageBoardProps {
  items: WatchlistEntry[];
  groups: WatchGroup[];
}

/** What a drop does: it puts a group or a row in its place, or moves a row into a group. */
function useDrop(rows: WatchlistEntry[], groups: WatchGroup[], group: WatchGroup | undefined) {
  const put = usePut();
  const reorderAll = useReorder();
  const reorderRows = useReorderRows();
  const reorderGroups = useReorderGroups();
  return ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    const [from, to] = [String(active.id), String(over.id)];
    const groupIdOf = (id: string) => id.replace("group ", "");
    if (kindOf(active) === "group") {
      const ids = groups.map(({ id }) => id);
      reorderGroups.mutate(moved(ids, groupIdOf(from), groupIdOf(to)));
    } else if (kindOf(over) === "group") {
      const listing = rows.find(({ entryId }) => entryId === from);
      if (listing) put.mutate({ listing, entryId: from, to: groupIdOf(to), from: group?.id });
    } else {
      const ids = moved(
        rows.map(({ entryId }) => entryId),
        from,
        to,
      );
      if (group) reorderRows.mutate({ of: group.id, ids });
      else reorderAll.mutate(ids);
    }
  };
}

/** Puts the watchlist and its groups in order by drag or by keyboard, moves rows between groups, and removes them. */
export function ManageBoard({ items, groups }: ManageBoardProps) {
  const { t } = useTranslation("watchlist");
  const customer = useSession()?.user.id;
  const { id, group, choose } = useChosenGroup(groups, customer);
  const [naming, setNaming] = useState<"new" | "group" | null>(null);
  const [placing, setPlacing] = useState<WatchlistEntry | null>(null);
  const rows = rowsOf(group, items);
  const accessibility = useAnnouncements(rows, groups);
  const sensors = useSenses();
  const onDragEnd = useDrop(rows, groups, group);
  const take = useTake();
  const remove = useRemoveItem();
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={findTarget}
        onDragEnd={onDragEnd}
        accessibility={accessibility}
      >
        <GroupChips groups={groups} chosen={id} onChoose={choose} onAdd={() => setNaming("new")} />
        {group ? <GroupHead group={group} onRename={() => setNaming("group")} /> : null}
        {rows.length > 0 ? (
          <>
            <p className="pb-2 text-small text-ink-2">
              {groups.length > 0 ? t("groups.hint") : t("manage.hint")}{" "}
              <span className="pointer-coarse:hidden">{t("manage.hintKeys")}</span>
            </p>
            <SortableContext
              items={rows.map(({ entryId }) => entryId)}
              strategy={verticalListSortingStrategy}
            >
              <ul>
                {rows.map((item) => (
                  <SortableRow
                    key={item.entryId}
                    item={item}
                    groupName={group?.name}
                    onGroups={() => setPlacing(item)}
                    onRemove={() =>
                      group
                        ? take.mutate({ entryId: item.entryId, from: group.id })
                        : remove.mutate(item.entryId)
                    }
                  />
                ))}
              </ul>
            </SortableContext>
          </>
        ) : group ? (
          <p className="py-6 text-note text-ink-2">{t("groups.empty")}</p>
        ) : (
          <EmptyWatchlist />
        )}
      </DndContext>
      {naming ? (
        <GroupSheet
          group={naming === "group" ? group : undefined}
          onNamed={choose}
          onClose={() => setNaming(null)}
        />
      ) : null}
      {placing ? <GroupsSheet instrument={placing} onClose={() => setPlacing(null)} /> : null}
    </>
  );
}
