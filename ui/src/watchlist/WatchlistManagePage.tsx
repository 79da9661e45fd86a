import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { useQuery } from "@tanstack/react-query";
import { GripVertical, Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { WatchlistEntry } from "@/api/watchlist";
import { codeOf, titleOf } from "@/products";
import { IconButton, LogoTile, Page, QueryList, TopBar } from "@/ui";
import { EmptyWatchlist } from "./EmptyWatchlist";
import { useRemoveItem, useReorder, watchlist } from "./queries";

function SortableItem({ item, onRemove }: { item: WatchlistEntry; onRemove: () => void }) {
  const { t } = useTranslation("watchlist");
  const sortable = useSortable({ id: item.entryId });
  const { transform, transition, isDragging } = sortable;
  const { first: name, second } = titleOf(item);
  return (
    <li
      ref={sortable.setNodeRef}
      style={{
        transform: transform ? `translateY(${transform.y}px)` : undefined,
        transition,
      }}
      className={
        isDragging
          ? "relative z-10 flex min-h-15 items-center gap-3 rounded-control bg-surface shadow-card"
          : "flex min-h-15 items-center gap-3 border-b border-line"
      }
    >
      <button
        type="button"
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        {...sortable.listeners}
        aria-label={t("manage.move", { name })}
        className="grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-ink-2"
      >
        <GripVertical size={20} aria-hidden />
      </button>
      <LogoTile code={codeOf(item)} name={item.name} />
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[15px] font-semibold">{name}</span>
        <span className="num block truncate text-caption text-ink-2">
          {[second, item.exchange].filter(Boolean).join(" · ")}
        </span>
      </span>
      <IconButton
        label={t("manage.remove", { name })}
        onClick={onRemove}
        className="m-0 text-ink-2"
      >
        <Trash2 size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
    </li>
  );
}

/** What the drag says to a screen reader, step by step. */
function useAnnouncements(items: WatchlistEntry[]) {
  const { t } = useTranslation("watchlist");
  const nameOf = (id: string | number) => {
    const moved = items.find((item) => item.entryId === id);
    return moved ? titleOf(moved).first : "";
  };
  const placeOf = (id: string | number | undefined) =>
    items.findIndex((item) => item.entryId === id) + 1;
  return {
    screenReaderInstructions: { draggable: t("manage.instructions") },
    announcements: {
      onDragStart: ({ active }: { active: { id: string | number } }) =>
        t("manage.lifted", { name: nameOf(active.id) }),
      onDragOver: ({ active, over }: DragPlace) =>
        t("manage.over", { name: nameOf(active.id), place: placeOf(over?.id) }),
      onDragEnd: ({ active, over }: DragPlace) =>
        t("manage.dropped", { name: nameOf(active.id), place: placeOf(over?.id) }),
      onDragCancel: ({ active }: { active: { id: string | number } }) =>
        t("manage.kept", { name: nameOf(active.id) }),
    },
  };
}

interface DragPlace {
  active: { id: string | number };
  over: { id: string | number } | null;
}

function SortableList({ items }: { items: WatchlistEntry[] }) {
  const reorder = useReorder();
  const remove = useRemoveItem();
  const accessibility = useAnnouncements(items);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const ids = items.map((item) => item.entryId);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    reorder.mutate(arrayMove(ids, ids.indexOf(String(active.id)), ids.indexOf(String(over.id))));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={onDragEnd}
      accessibility={accessibility}
    >
      <SortableContext items={ids} strategy={verticalListSortingStrategy}>
        <ul>
          {items.map((item) => (
            <SortableItem
              key={item.entryId}
              item={item}
              onRemove={() => remove.mutate(item.entryId)}
            />
          ))}
        </ul>
      </SortableContext>
    </DndContext>
  );
}

/** Puts the watchlist in order by drag or by keyboard, and removes from it. */
export default function WatchlistManagePage() {
  const { t } = useTranslation("watchlist");
  return (
    <Page top={<TopBar />}>
      <QueryList query={useQuery(watchlist)} empty={<EmptyWatchlist />}>
        {(items) => (
          <>
            <p className="pb-2 text-small text-ink-2">
              {t("manage.hint")}{" "}
              <span className="pointer-coarse:hidden">{t("manage.hintKeys")}</span>
            </p>
            <SortableList items={items} />
          </>
        )}
      </QueryList>
    </Page>
  );
}
