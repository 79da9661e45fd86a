import { useId, useLayoutEffect, useRef } from "react";
import { classes } from "./classes";

export interface Choice<T extends string> {
  value: T;
  label: string;
  /** A class for the label while it is chosen, for example the colour of a side. */
  accent?: string;
}

interface ChoiceGroupProps<T extends string> {
  /** Accessible name of the group. */
  label: string;
  choices: readonly Choice<T>[];
  value: T;
  onChange: (value: T) => void;
  className?: string;
}

interface LookProps {
  groupClass: string;
  choiceClass: (isChosen: boolean, accent: string | undefined) => string;
  /** Class that extends the touch target of a choice beyond its drawing, up to 44 px. */
  targetClass: string;
}

/** The width of the fade at the edges of a row. */
const FADE_PX = 24;

/** Native radio buttons, for the arrow keys; each is invisible over its label and takes the presses. */
function ChoiceGroup<T extends string>(props: ChoiceGroupProps<T> & LookProps) {
  const { label, choices, value, onChange, className } = props;
  const name = useId();
  const group = useRef<HTMLDivElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another choice or others to choose from move the row
  useLayoutEffect(() => {
    const row = group.current;
    const chosen = row?.querySelector("input:checked")?.closest("label");
    if (!row || !chosen) return;
    const [edges, place] = [row.getBoundingClientRect(), chosen.getBoundingClientRect()];
    if (place.left < edges.left + FADE_PX || place.right > edges.right - FADE_PX) {
      row.scrollLeft += place.left - edges.left - (edges.width - place.width) / 2;
    }
  }, [value, choices.length]);

  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={classes(props.groupClass, className)}
    >
      {choices.map((choice) => {
        const on = choice.value === value;
        return (
          <label
            key={choice.value}
            className={classes(
              "relative grid place-items-center text-center transition-colors duration-150",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brass",
              props.choiceClass(on, choice.accent),
            )}
          >
            <input
              type="radio"
              name={name}
              checked={on}
              onChange={() => onChange(choice.value)}
              className={classes(
                "absolute inset-x-0 m-0 cursor-pointer appearance-none rounded-[inherit] outline-none",
                props.targetClass,
              )}
            />
            {choice.label}
          </label>
        );
      })}
    </div>
  );
}

/** Two to four choices in one track. */
export function Segmented<T extends string>(props: ChoiceGroupProps<T>) {
  const size = props.choices.length > 3 ? "text-small" : "text-note";
  return (
    <ChoiceGroup
      {...props}
      groupClass="flex rounded-[12px] bg-sunken p-[3px]"
      targetClass="-inset-y-[3px]"
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

interface ChipsProps<T extends string> extends ChoiceGroupProps<T> {
  /** Choices fill the row's width, and are closer together in a narrow one. */
  spread?: boolean;
  /** A fainter look, for choices that refine others. */
  quiet?: boolean;
}

/** Choices as pills in a row that may scroll sideways. */
export function Chips<T extends string>({ spread, quiet, ...props }: ChipsProps<T>) {
  return (
    <ChoiceGroup
      {...props}
      groupClass={classes(
        "no-scrollbar flex overflow-x-auto py-1.5",
        spread ? "-mx-1 tracking-tight" : "gap-1.5",
      )}
      targetClass="-inset-y-1.5"
      choiceClass={(on) =>
        classes(
          "min-h-8 rounded-full text-small font-medium",
          spread ? "flex-auto px-1" : "shrink-0 px-3",
          on ? (quiet ? "bg-sunken" : "bg-primary text-on-primary") : "text-ink-2",
        )
      }
    />
  );
}
