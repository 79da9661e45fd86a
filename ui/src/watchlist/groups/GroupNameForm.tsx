import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { GROUP_NAME_MAX } from "@/api/watchGroups";
import { Button, Field } from "@/ui";
import { useNameGroup } from "./groupQueries";

interface GroupNameFormProps {
  /** The group that gets another name; without one, a new one is made. */
  group?: { id: string; name: string } | undefined;
  onDone: (id: string) => void;
  autoFocus?: boolean;
}

/** A group's name and the button that keeps it; what the server refuses stands under the name. */
export function GroupNameForm({ group, onDone, autoFocus = false }: GroupNameFormProps) {
  const { t } = useTranslation(["watchlist", "common"]);
  const [name, setName] = useState(group?.name ?? "");
  const save = useNameGroup(group?.id);
  const text = name.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!text || save.isPending) return;
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
        maxLength={GROUP_NAME_MAX}
        autoComplete="off"
        autoFocus={autoFocus}
        onChange={(event) => {
          setName(event.target.value);
          save.reset();
        }}
        {...(save.error instanceof ApiError ? { error: save.error.msg } : {})}
      />
      <Button
        type="submit"
        look={group ? "primary" : "ghost"}
        busy={save.isPending}
        disabled={!text}
        className="min-h-14 flex-none"
      >
        {group ? t("common:action.save") : t("watchlist:groups.create")}
      </Button>
    </form>
  );
}
