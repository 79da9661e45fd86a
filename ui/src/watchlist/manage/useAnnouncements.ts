import type { Announcements } from "@dnd-kit/core";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import type { WatchGroup } from "@/api/watchGroups";
import type { WatchlistEntry } from "@/api/watchlist";
import { titleOf } from "@/products";

type Id = string | number;

/** The announcements of a drag for screen readers, step by step. */
export function useAnnouncements(items: readonly WatchlistEntry[], groups: readonly WatchGroup[]) {
  const { t } = useTranslation("watchlist");
  const groupOf = (id: Id | undefined) => groups.find((group) => `group ${group.id}` === id);
  const nameOf = (id: Id) => {
    const row = items.find((item) => item.entryId === id);
    return row ? titleOf(row).first : (groupOf(id)?.name ?? "");
  };
  const placeOf = (id: Id | undefined) => {
    const group = groupOf(id);
    if (group) return groups.indexOf(group) + 1;
    return items.findIndex((item) => item.entryId === id) + 1;
  };
  const hasMoved = useRef(false);
  const announcements: Announcements = {
    onDragStart: ({ active }) => {
      hasMoved.current = false;
      return t("manage.lifted", { name: nameOf(active.id) });
    },
    onDragOver: ({ active, over }) => {
      // A lifted thing is over its own place at first; announcing that would replace the lifting.
      if (!hasMoved.current && active.id === over?.id) return undefined;
      hasMoved.current = true;
      const [name, target] = [nameOf(active.id), groupOf(over?.id)];
      return target && !groupOf(active.id)
        ? t("groups.over", { name, group: target.name })
        : t("manage.over", { name, place: placeOf(over?.id) });
    },
    onDragEnd: ({ active, over }) => {
      const [name, target] = [nameOf(active.id), groupOf(over?.id)];
      return target && !groupOf(active.id)
        ? t("groups.dropped", { name, group: target.name })
        : t("manage.dropped", { name, place: placeOf(over?.id) });
    },
    onDragCancel: ({ active }) => t("manage.kept", { name: nameOf(active.id) }),
  };
  return { screenReaderInstructions: { draggable: t("manage.instructions") }, announcements };
}
