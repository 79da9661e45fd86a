import { useRef } from "react";
import { classes } from "./classes";

export interface Choice<T extends string> {
  value: T;
  label: string;
  /** A class for the label while it is chosen, for example the colour of a side. */
  accent?: string;
}

interface ChoiceGroupProps<T extends string> {
  /** What is being chosen, for a screen reader. */
  label: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
  className?: string;
}

/** Arrow keys move the choice, as in a group of radio buttons; only the chosen one is in tab order. */
function useArrows<T extends string>({ choices, value, onChange }: ChoiceGroupProps<T>) {
  const group = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: React.KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const index = choices.findIndex((choice) => choice.value === value);
    const next = (index + step + choices.length) % choices.length;
    const choice = choices[next];
    if (!choice) return;
    onChange(choice.value);
    group.current?.querySelectorAll<HTMLElement>("[role=radio]")[next]?.focus();
  };
  return { group, onKeyDown };
}

interface LookProps {
  groupClass: string;
  choiceClass: (isChosen: boolean, accent: string | undefined) => string;
}

function ChoiceGroup<T extends string>({
  groupClass,
  choiceClass,
  ...props
}: ChoiceGroupProps<T> & LookProps) {
  const { label, choices, value, onChange, className } = props;
  const { group, onKeyDown } = useArrows(props);
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      onKeyDown={onKeyDown}
      className={classes(groupClass, className)}
    >
      {choices.map((choice) => {
        const on = choice.value === value;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a button keeps its press; the group is a radiogroup
          <button
            key={choice.value}
            type="button"
            role="radio"
            aria-checked={on}
            tabIndex={on ? 0 : -1}
            onClick={() => onChange(choice.value)}
            className={classes("transition-colors duration-150", choiceClass(on, choice.accent))}
          >
            {choice.label}
          </button>
        );
      })}
    </div>
  );
}

/** Two to four choices that share one track. */
export function Segmented<T extends string>(props: ChoiceGroupProps<T>) {
  const size = props.choices.length > 3 ? "text-small" : "text-note";
  return (
    <ChoiceGroup
      {...props}
      groupClass="flex rounded-[12px] bg-sunken p-[3px]"
      choiceClass={(on, accent = "text-ink") =>
        classes(
          "min-h-[38px] flex-1 rounded-[10px] px-1 font-semibold",
          size,
          on ? classes("bg-selected shadow-segment", accent) : "text-ink-2",
        )
      }
    />
  );
}

/** Choices as pills in a row that may scroll sideways. */
export function Chips<T extends string>({
  spread = false,
  ...props
}: ChoiceGroupProps<T> & { spread?: boolean }) {
  return (
    <ChoiceGroup
      {...props}
      groupClass={classes(
        "no-scrollbar flex overflow-x-auto py-1",
        spread ? "justify-between gap-1" : "gap-1.5",
      )}
      choiceClass={(on) =>
        classes(
          "relative min-h-8 shrink-0 rounded-full px-3 text-small font-medium",
          "before:absolute before:-inset-y-1.5 before:inset-x-0 before:content-['']",
          on ? "bg-primary text-on-primary" : "text-ink-2",
        )
      }
    />
  );
}
