import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { ListOrder, Wanted } from "@/choices/lists";
import { type SortColumn, sortsOf } from "@/choices/sorts";
import { classes, Segmented, Sheet } from "@/ui";

interface SortSheetProps {
  wanted: Wanted;
  onShow: (wanted: Wanted) => void;
  onClose: () => void;
}

/** Words start ascending, figures descending. */
const isWord = (column: SortColumn) => column === "name" || column === "code";

interface ChoiceProps {
  group: string;
  text: string;
  isChosen: boolean;
  onChoose: () => void;
}

function Choice({ group, text, isChosen, onChoose }: ChoiceProps) {
  return (
    <label className="relative flex min-h-12 items-center gap-3 border-t border-line first:border-t-0 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brass">
      <span className={classes("min-w-0 flex-1 text-note", isChosen && "font-semibold")}>
        {text}
      </span>
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        className="size-5 shrink-0 accent-primary"
      />
    </label>
  );
}

/** Chooses the column and direction by which a list is ordered. Each choice applies at once. */
export default function SortSheet({ wanted, onShow, onClose }: SortSheetProps) {
  const { t } = useTranslation("kinds");
  const group = useId();
  const { assets, order } = wanted;
  const show = (next: ListOrder | undefined) => onShow({ ...wanted, order: next });
  return (
    <Sheet open onClose={onClose} title={t("sort.title")}>
      <fieldset className="rounded-card bg-surface px-3.5 shadow-card">
        <legend className="sr-only">{t("sort.title")}</legend>
        <Choice
          group={group}
          text={t("sort.usual")}
          isChosen={!order}
          onChoose={() => show(undefined)}
        />
        {sortsOf(assets).map((by) => (
          <Choice
            key={by}
            group={group}
            text={t(`sort.${by}`)}
            isChosen={order?.by === by}
            onChoose={() => show({ by, descending: !isWord(by) })}
          />
        ))}
      </fieldset>
      {order ? (
        <div className="mt-3">
          <Segmented
            label={t("sort.title")}
            value={order.descending ? "desc" : "asc"}
            onChange={(value) => show({ ...order, descending: value === "desc" })}
            choices={[
              { value: "desc", label: t("sort.descending") },
              { value: "asc", label: t("sort.ascending") },
            ]}
          />
        </div>
      ) : null}
    </Sheet>
  );
}
