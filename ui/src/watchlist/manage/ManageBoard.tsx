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
import { EmptyGroup } from "../groups/EmptyGroup";
import GroupsSheet from "../groups/GroupsSheet";
import { usePut, useReorderGroups, useReorderRows, useTake } from "../groups/groupQueries";
import { rowsOf, useChosenGroup } from "../groups/groups";
import { useRemoveItem, useReorder } from "../queries";
import { findTarget, kindOf, stepByKey } from "./dragging";
import { GroupChips } from "./GroupChips";
import { GroupHead } from "./GroupHead";
import { GroupSheet } from "./GroupSheet";
import { PickBoard } from "./PickBoard";
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

/** Moves a row to the place of another, in the chosen group or in the whole list. */
function useMove(rows: WatchlistEntry[], group: WatchGroup | undefined) {
  const reorderAll = useReorder();
  const reorderRows = useReorderRows();
  return (from: string, to: string | undefined) => {
    if (to === undefined || from === to) return;
    const ids = moved(
      rows.map(({ entryId }) => entryId),
      from,
      to,
    );
    if (group) reorderRows.mutate({ of: group.id, ids });
    else reorderAll.mutate(ids);
  };
}

/** Handles a drop: it moves a group or a row to its place, or a row into a group. */
function useDrop(rows: WatchlistEntry[], groups: WatchGroup[], group: WatchGroup | undefined) {
  const put = usePut();
  const move = useMove(rows, group);
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
      move(from, to);
    }
  };
}

/** Reorders the watchlist and its groups by drag or by keyboard, moves rows between groups, and removes them. */
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
  const move = useMove(rows, group);
  const take = useTake();
  const removeItem = useRemoveItem();
  const remove = (entryId: string) =>
    group ? take.mutate({ entryId, from: group.id }) : removeItem.mutate(entryId);
  const [isPicking, setPicking] = useState(false);
  if (isPicking && rows.length > 0) {
    return (
      <PickBoard
        rows={rows}
        group={group}
        onRemove={(ids) => ids.forEach(remove)}
        onDone={() => setPicking(false)}
      />
    );
  }
  return (
    <>
      <DndContext
        sensors={sensors}
        collisionDetection={findTarget}
        onDragEnd={onDragEnd}
        accessibility={accessibility}
      >
        <GroupChips
          groups={groups}
          total={items.length}
          chosen={id}
          onChoose={choose}
          onAdd={() => setNaming("new")}
        />
        {group ? <GroupHead group={group} onRename={() => setNaming("group")} /> : null}
        {rows.length > 0 ? (
          <>
            <div className="flex items-baseline gap-3 text-small">
              <p className="min-w-0 flex-1 pb-2 text-ink-2">
                {groups.length > 0 ? t("groups.hint") : t("manage.hint")}{" "}
                <span className="pointer-coarse:hidden">{t("manage.hintKeys")}</span>
              </p>
              <button
                type="button"
                onClick={() => setPicking(true)}
                className="-my-3 min-h-11 shrink-0 font-semibold"
              >
                {t("manage.select")}
              </button>
            </div>
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
                    onTop={
                      item === rows[0] ? undefined : () => move(item.entryId, rows[0]?.entryId)
                    }
                    onRemove={() => remove(item.entryId)}
                  />
                ))}
              </ul>
            </SortableContext>
          </>
        ) : group ? (
          <EmptyGroup group={group} />
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
