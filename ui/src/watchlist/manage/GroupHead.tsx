import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { WatchGroup } from "@/api/watchGroups";
import { Button, IconButton, SectionTitle, Sheet } from "@/ui";
import { useDeleteGroup } from "../groups/groupQueries";

interface GroupHeadProps {
  group: WatchGroup;
  onRename: () => void;
}

/** The chosen group, with buttons to rename and to delete it. Its instruments stay watched. */
export function GroupHead({ group, onRename }: GroupHeadProps) {
  const { t } = useTranslation(["watchlist", "common"]);
  const [asking, setAsking] = useState(false);
  const remove = useDeleteGroup();
  const { name } = group;
  const confirm = () => {
    setAsking(false);
    remove.mutate(group.id);
  };
  return (
    <>
      <SectionTitle
        end={
          <span className="flex gap-5">
            <IconButton label={t("watchlist:groups.rename")} onClick={onRename}>
              <Pencil size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
            <IconButton
              label={t("watchlist:groups.delete")}
              // An empty group is deleted without a question.
              onClick={() => (group.entryIds.length > 0 ? setAsking(true) : confirm())}
            >
              <Trash2 size={18} strokeWidth={1.75} aria-hidden />
            </IconButton>
          </span>
        }
      >
        {name}
      </SectionTitle>
      {asking ? (
        <Sheet
          open
          onClose={() => setAsking(false)}
          title={t("watchlist:groups.deleteNamed", { name })}
          description={t("watchlist:groups.deleteNote")}
          actions={
            <>
              <Button look="ghost" onClick={() => setAsking(false)}>
                {t("common:action.cancel")}
              </Button>
              <Button onClick={confirm}>{t("watchlist:groups.delete")}</Button>
            </>
          }
        >
          {null}
        </Sheet>
      ) : null}
    </>
  );
}
