import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { GROUP_NAME_MAX } from "@/api/watchGroups";
import { Button, classes, Field } from "@/ui";
import { useNameGroup } from "./groupQueries";

interface GroupNameFormProps {
  /** The group to rename; without one, a new one is created. */
  group?: { id: string; name: string } | undefined;
  onDone: (id: string) => void;
  autoFocus?: boolean;
}

/** A group's name and the button that saves it; a refusal by the server is shown under the name. */
export function GroupNameForm({ group, onDone, autoFocus = false }: GroupNameFormProps) {
  const { t } = useTranslation(["watchlist", "common"]);
  const [name, setName] = useState(group?.name ?? "");
  const save = useNameGroup(group?.id);
  const text = name.trim();
  // Counts characters, as the server does, and not UTF-16 units.
  const [count, max] = [[...text].length, GROUP_NAME_MAX];
  const isTooLong = count > max;
  const said = save.error instanceof ApiError ? save.error.msg : undefined;
  const error = isTooLong ? t("watchlist:groups.tooLong", { max }) : said;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text || isTooLong || save.isPending) return;
    save.mutate(text, {
      onSuccess: ({ id }) => {
        setName("");
        onDone(id);
      },
    });
  };
  return (
    <form onSubmit={submit} noValidate className="flex items-start gap-2.5">
      <Field
        className="min-w-0 flex-1"
        label={t("watchlist:groups.name")}
        value={name}
        autoComplete="off"
        autoFocus={autoFocus}
        onChange={(event) => {
          setName(event.target.value);
          save.reset();
        }}
        end={
          <span className={classes("num text-caption", isTooLong ? "text-danger" : "text-ink-2")}>
            {count}/{max}
          </span>
        }
        {...(error ? { error } : {})}
      />
      <Button
        type="submit"
        look={group ? "primary" : "ghost"}
        busy={save.isPending}
        disabled={!text || isTooLong}
        className="min-h-14 flex-none"
      >
        {group ? t("common:action.save") : t("watchlist:groups.create")}
      </Button>
    </form>
  );
}
