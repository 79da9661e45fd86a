import { useSortable } from "@dnd-kit/sortable";
import { ArrowUpToLine, FolderOpen, GripVertical, Trash2, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { WatchlistEntry } from "@/api/watchlist";
import { codeOf, titleOf } from "@/products";
import { IconButton, LogoTile } from "@/ui";

interface SortableRowProps {
  item: WatchlistEntry;
  /** The chosen group, from which the last button removes the row; without one it is no longer watched. */
  groupName: string | undefined;
  /** Moves the row to the top; undefined for the first row. */
  onTop: (() => void) | undefined;
  onRemove: () => void;
  onGroups: () => void;
}

/** A row that can be dragged among the others or onto a group. */
export function SortableRow({ item, groupName, onTop, onRemove, onGroups }: SortableRowProps) {
  const { t } = useTranslation("watchlist");
  const sortable = useSortable({ id: item.entryId, data: { kind: "row" } });
  const { transform, transition, isDragging } = sortable;
  const { first: name, second } = titleOf(item);
  const x = isDragging ? (transform?.x ?? 0) : 0;
  return (
    <li
      ref={sortable.setNodeRef}
      style={{
        transform: transform ? `translate(${x}px, ${transform.y}px)` : undefined,
        transition,
      }}
      className={
        isDragging
          ? "relative z-10 flex min-h-15 items-center gap-3 rounded-control bg-surface opacity-90 shadow-card"
          : "flex min-h-15 items-center gap-3 border-b border-line"
      }
    >
      <button
        type="button"
        ref={sortable.setActivatorNodeRef}
        {...sortable.attributes}
        {...sortable.listeners}
        aria-roledescription={t("groups.movable")}
        aria-label={t("manage.move", { name })}
        className="-mr-2 -ml-3 grid size-11 shrink-0 cursor-grab touch-none place-items-center rounded-control text-ink-2"
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
        label={t("manage.top", { name })}
        disabled={!onTop}
        onClick={onTop}
        className="m-0 text-ink-2"
      >
        <ArrowUpToLine size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton
        label={t("groups.chooseFor", { name })}
        onClick={onGroups}
        className="m-0 ml-[-12px] text-ink-2"
      >
        <FolderOpen size={20} strokeWidth={1.75} aria-hidden />
      </IconButton>
      <IconButton
        label={
          groupName === undefined
            ? t("manage.remove", { name })
            : t("groups.take", { name, group: groupName })
        }
        onClick={onRemove}
        className="-mr-2.5 ml-[-12px] text-ink-2"
      >
        {groupName === undefined ? (
          <Trash2 size={20} strokeWidth={1.75} aria-hidden />
        ) : (
          <X size={20} strokeWidth={1.75} aria-hidden />
        )}
      </IconButton>
    </li>
  );
}
