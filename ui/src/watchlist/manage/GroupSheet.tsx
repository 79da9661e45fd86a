import { useTranslation } from "react-i18next";
import type { WatchGroup } from "@/api/watchGroups";
import { Sheet } from "@/ui";
import { GroupNameForm } from "../groups/GroupNameForm";

interface GroupSheetProps {
  /** The group to rename; without one, a new one is created. */
  group: WatchGroup | undefined;
  onNamed: (id: string) => void;
  onClose: () => void;
}

/** Asks for a group's name. */
export function GroupSheet({ group, onNamed, onClose }: GroupSheetProps) {
  const { t } = useTranslation("watchlist");
  return (
    <Sheet open onClose={onClose} title={group ? t("groups.rename") : t("groups.create")}>
      <GroupNameForm
        autoFocus
        group={group}
        onDone={(id) => {
          onNamed(id);
          onClose();
        }}
      />
    </Sheet>
  );
}
