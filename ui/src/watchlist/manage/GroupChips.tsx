import { rectSortingStrategy, SortableContext, useSortable } from "@dnd-kit/sortable";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { WatchGroup } from "@/api/watchGroups";
import { classes } from "@/ui";
import { ALL } from "../groups/groups";

const CHIP =
  "inline-flex min-h-11 max-w-full items-center gap-1.5 rounded-full px-4 text-small font-medium transition-colors duration-150";

/** A name, truncated if it is long, and its count. */
const Named = ({ name, count }: { name: string; count: number }) => (
  <>
    <span className="truncate">{name}</span>{" "}
    <span className="num shrink-0 opacity-70">{count}</span>
  </>
);

interface ChipProps {
  group: WatchGroup;
  chosen: boolean;
  onChoose: () => void;
}

function GroupChip({ group, chosen, onChoose }: ChipProps) {
  const { t } = useTranslation("watchlist");
  const sortable = useSortable({ id: `group ${group.id}`, data: { kind: "group" } });
  const { transform, transition, isDragging, isOver, active } = sortable;
  const takes = isOver && active?.data.current?.kind === "row";
  return (
    <button
      type="button"
      ref={sortable.setNodeRef}
      {...sortable.attributes}
      {...sortable.listeners}
      aria-roledescription={t("groups.movable")}
      aria-pressed={chosen}
      onClick={onChoose}
      style={{
        transform: transform ? `translate(${transform.x}px, ${transform.y}px)` : undefined,
        transition,
      }}
      className={classes(
        CHIP,
        "touch-none",
        chosen ? "bg-primary text-on-primary" : "bg-sunken text-ink",
        isDragging && "relative z-10 shadow-card",
        takes && "outline-2 outline-offset-2 outline-brass",
      )}
    >
      <Named name={group.name} count={group.entryIds.length} />
    </button>
  );
}

interface GroupChipsProps {
  groups: readonly WatchGroup[];
  /** The number of watched instruments, in any group. */
  total: number;
  chosen: string;
  onChoose: (id: string) => void;
  onAdd: () => void;
}

/** The groups, to choose, to reorder, and to drop rows on. */
export function GroupChips({ groups, total, chosen, onChoose, onAdd }: GroupChipsProps) {
  const { t } = useTranslation("watchlist");
  return (
    // biome-ignore lint/a11y/useSemanticElements: these are no fields of a form
    <div role="group" aria-label={t("groups.title")} className="flex flex-wrap gap-2 pb-3">
      <button
        type="button"
        aria-pressed={chosen === ALL}
        onClick={() => onChoose(ALL)}
        className={classes(
          CHIP,
          chosen === ALL ? "bg-primary text-on-primary" : "bg-sunken text-ink",
        )}
      >
        <Named name={t("groups.all")} count={total} />
      </button>
      <SortableContext items={groups.map(({ id }) => `group ${id}`)} strategy={rectSortingStrategy}>
        {groups.map((group) => (
          <GroupChip
            key={group.id}
            group={group}
            chosen={group.id === chosen}
            onChoose={() => onChoose(group.id)}
          />
        ))}
      </SortableContext>
      <button
        type="button"
        onClick={onAdd}
        className={classes(CHIP, "border border-line text-ink-2")}
      >
        <Plus size={16} aria-hidden />
        {t("groups.create")}
      </button>
    </div>
  );
}
