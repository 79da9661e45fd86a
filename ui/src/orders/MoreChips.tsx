import { Check, ChevronDown } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Chips, type Choice, classes, Sheet } from "@/ui";

/** A choice with its full name and one sentence, for the sheet. */
export interface Described<T extends string> extends Choice<T> {
  name: string;
  text: string;
}

interface MoreChipsProps<T extends string> {
  /** Accessible name of the choices, and the title of the sheet. */
  label: string;
  /** All choices. */
  choices: readonly Described<T>[];
  /** The number of usual choices, which are first and a press away. */
  near: number;
  value: T;
  onChange: (value: T) => void;
}

/** The usual choices as pills; all of them, each in a sentence, in a sheet. A chosen rare one is a pill too. */
export function MoreChips<T extends string>(props: MoreChipsProps<T>) {
  const { label, choices, near, value, onChange } = props;
  const { t } = useTranslation("ticket");
  const [isOpen, setIsOpen] = useState(false);
  const shown = choices.filter((choice, place) => place < near || choice.value === value);
  return (
    <div className="flex min-w-0 items-center @max-[240px]/ticket:flex-wrap">
      <Chips label={label} choices={shown} value={value} onChange={onChange} className="min-w-0" />
      {choices.length > near ? (
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${label}: ${t("more")}`}
          onClick={() => setIsOpen(true)}
          className="flex min-h-11 shrink-0 items-center gap-0.5 rounded-control px-2 text-small font-medium text-ink-2"
        >
          {t("more")}
          <ChevronDown size={16} aria-hidden />
        </button>
      ) : null}
      <Sheet open={isOpen} onClose={() => setIsOpen(false)} title={label}>
        <ul>
          {choices.map((choice) => {
            const isChosen = choice.value === value;
            return (
              <li key={choice.value} className="border-b border-line last:border-0">
                <button
                  type="button"
                  aria-current={isChosen || undefined}
                  onClick={() => {
                    setIsOpen(false);
                    onChange(choice.value);
                  }}
                  className="flex min-h-15 w-full items-center gap-3 py-2.5 text-left"
                >
                  <span className="min-w-0 flex-1">
                    <span className="block text-body font-semibold">{choice.name}</span>
                    <span className="block text-small text-ink-2">{choice.text}</span>
                  </span>
                  <Check
                    size={20}
                    aria-hidden
                    className={classes("shrink-0", isChosen ? "text-ink" : "invisible")}
                  />
                </button>
              </li>
            );
          })}
        </ul>
      </Sheet>
    </div>
  );
}
