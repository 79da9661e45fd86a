import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Flow } from "@/api/bill";
import {
  type BillGroup,
  type BillPeriod,
  billGroupNames,
  billPeriods,
  flows,
} from "@/choices/bill";
import { Button, Chips, Field, Sheet } from "@/ui";
import type { BillChoice } from "./billChoice";

interface BillFilterSheetProps {
  choice: BillChoice;
  onChoose: (choice: BillChoice) => void;
  onClose: () => void;
}

/** Choices wrap, so that no sideways scrolling is needed; their rows are far enough apart to touch. */
const WRAPPED = "flex-wrap gap-y-3";

/** Chooses filters for the movements: kind, direction, and time. */
export function BillFilterSheet({ choice, onChoose, onClose }: BillFilterSheetProps) {
  const { t } = useTranslation(["bills", "common"]);
  const [next, setNext] = useState(choice);
  const isWrong = Boolean(next.from && next.to && next.from > next.to) && next.period === "days";
  const choose = (chosen: BillChoice) => {
    onChoose(chosen);
    onClose();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isWrong) choose(next);
  };
  const all = { value: "", label: t("common:action.all") } as const;
  return (
    <Sheet
      open
      onClose={onClose}
      title={t("bills:filter")}
      actions={
        <>
          <Button
            look="ghost"
            onClick={() => choose({ ...choice, group: undefined, flow: undefined, period: "all" })}
          >
            {t("bills:reset")}
          </Button>
          <Button disabled={isWrong} onClick={() => choose(next)}>
            {t("bills:show")}
          </Button>
        </>
      }
    >
      <form onSubmit={submit}>
        <p className="text-small text-ink-2">{t("bills:kind")}</p>
        <Chips<BillGroup | "">
          className={WRAPPED}
          label={t("bills:kind")}
          value={next.group ?? ""}
          onChange={(group) => setNext({ ...next, group: group || undefined })}
          choices={[
            all,
            ...billGroupNames.map((value) => ({ value, label: t(`bills:group.${value}`) })),
          ]}
        />
        <p className="mt-3 text-small text-ink-2">{t("bills:flow")}</p>
        <Chips<Flow | "">
          className={WRAPPED}
          label={t("bills:flow")}
          value={next.flow ?? ""}
          onChange={(flow) => setNext({ ...next, flow: flow || undefined })}
          choices={[all, ...flows.map((value) => ({ value, label: t(`bills:${value}`) }))]}
        />
        <p className="mt-3 text-small text-ink-2">{t("bills:period")}</p>
        <Chips<BillPeriod>
          className={WRAPPED}
          label={t("bills:period")}
          value={next.period}
          onChange={(period) => setNext({ ...next, period })}
          choices={billPeriods.map((value) => ({ value, label: t(`bills:${value}`) }))}
        />
        {next.period === "days" ? (
          <div className="mt-2 flex flex-col gap-2">
            <Field
              type="date"
              label={t("bills:from")}
              value={next.from ?? ""}
              onChange={({ target }) => setNext({ ...next, from: target.value || undefined })}
            />
            <Field
              type="date"
              label={t("bills:to")}
              value={next.to ?? ""}
              error={isWrong ? t("bills:daysWrong") : undefined}
              onChange={({ target }) => setNext({ ...next, to: target.value || undefined })}
            />
          </div>
        ) : null}
        <button type="submit" hidden />
      </form>
    </Sheet>
  );
}
