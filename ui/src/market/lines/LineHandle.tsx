import { ChevronDown, ChevronsUpDown, ChevronUp } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { classes } from "@/ui";
import { COLUMN_PX, HANDLE_PX, type Place } from "./placing";

interface LineHandleProps {
  name: string;
  /** The line's price as text, with what it means. */
  said: string;
  /** The price, and those between which it can be moved, as numbers for screen readers. */
  value: { now: string; least: string; most: string };
  hint: string;
  place: Place;
  isMoving: boolean;
  onHold: () => void;
  /** Called with the pixels by which the pointer has moved since it took hold, downwards. */
  onDrag: (by: number) => void;
  /** Called when the line is let go of, and with Enter. */
  onDrop: () => void;
  /** Called with a key that moves lines; returns false for any other one. */
  onKey: (key: string) => boolean;
  onBack: () => void;
  onLeave: () => void;
}

const ICONS = { above: ChevronUp, below: ChevronDown } as const;

/** The end of a line by which it is dragged, and for the keyboard a slider. It takes no gesture from the chart beside it. */
export function LineHandle(props: LineHandleProps) {
  const { name, said, value, hint, place, isMoving } = props;
  /** Where the pointer took hold; null while it does not. */
  const held = useRef<number | null>(null);
  const Icon = place.beyond ? ICONS[place.beyond] : ChevronsUpDown;
  // In a chart that is rotated by a quarter turn (`FullChart`), down is left on the screen.
  const downOf = ({ currentTarget, clientX, clientY }: PointerEvent) =>
    currentTarget.closest("[data-turned]") ? -clientX : clientY;

  const take = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = downOf(event);
    props.onHold();
  };
  const move = (event: PointerEvent) => {
    if (held.current !== null) props.onDrag(downOf(event) - held.current);
  };
  const drop = () => {
    if (held.current === null) return;
    held.current = null;
    props.onDrop();
  };
  const putBack = () => {
    held.current = null;
    props.onBack();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === "Escape" && isMoving) putBack();
    else if (event.key === "Enter") {
      held.current = null;
      props.onDrop();
    } else if (!props.onKey(event.key)) return;
    event.preventDefault();
    // The full-window chart would be closed by the Escape that puts a line back.
    event.stopPropagation();
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-orientation="vertical"
      aria-valuenow={Number(value.now)}
      aria-valuemin={Number(value.least)}
      aria-valuemax={Number(value.most)}
      aria-valuetext={said}
      aria-describedby={hint}
      onPointerDown={take}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerCancel={() => held.current !== null && putBack()}
      onKeyDown={onKeyDown}
      onBlur={props.onLeave}
      className={classes(
        "pointer-events-auto absolute grid cursor-ns-resize touch-none place-items-center rounded-control outline-offset-[-4px]",
        isMoving && "z-20",
      )}
      style={{
        ...{ width: COLUMN_PX, height: HANDLE_PX, top: place.y - HANDLE_PX / 2 },
        right: place.column * COLUMN_PX,
      }}
    >
      <span
        className={classes(
          "grid h-6 w-7 place-items-center rounded-[8px] border border-brass-text",
          isMoving ? "bg-brass-text text-bg" : "bg-surface text-brass-text",
        )}
      >
        <Icon size={16} strokeWidth={2} aria-hidden />
      </span>
    </div>
  );
}
