import type { ButtonHTMLAttributes, MouseEvent, ReactNode, Ref } from "react";
import { classes } from "./classes";

type Look = "primary" | "ghost" | "rise" | "fall" | "plain";

const LOOKS: Record<Look, string> = {
  primary: "bg-primary text-on-primary",
  ghost: "bg-sunken text-ink",
  rise: "bg-rise-text text-on-trade",
  fall: "bg-fall-text text-on-trade",
  plain: "bg-transparent text-ink",
};

/** A button that cannot be pressed is grey, never a pale rise or fall colour. */
const UNAVAILABLE = "bg-sunken text-ink-2";

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** Work is under way: the button keeps its place and width, and takes no second press. */
  busy?: boolean;
  /**
   * Why the button cannot be pressed now, as the next step: "Enter a quantity". It replaces the label, and the button
   * stays in the order of the Tab key, so that keyboard users learn the reason too. If the reason is shown right above
   * the button, `disabled` is enough.
   */
  reason?: string | null;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** Ignores a press, also one that would submit a form. */
const refuse = (event: MouseEvent) => event.preventDefault();

/** The one action of a screen, or one of two beside each other. 48 px high. */
export function Button({
  look = "primary",
  busy = false,
  reason,
  className,
  children,
  ...props
}: ButtonProps) {
  const why = busy ? null : reason;
  const isStill = Boolean(why) || (props.disabled && !busy);
  return (
    <button
      type="button"
      {...props}
      onClick={why ? refuse : props.onClick}
      disabled={props.disabled || busy}
      aria-disabled={why ? true : undefined}
      aria-busy={busy || undefined}
      className={classes(
        "min-h-12 min-w-0 flex-1 rounded-control px-4 py-2 text-body font-semibold text-balance",
        "transition-[background-color,color,transform] duration-150 ease-out",
        // A line of a Chinese label with spaces ends at one of them, and not within a name.
        typeof children === "string" && children.includes(" ") && "break-keep wrap-anywhere",
        busy && "skeleton",
        isStill ? UNAVAILABLE : LOOKS[look],
        !isStill && !busy && "active:scale-[0.985]",
        className,
      )}
    >
      {why || children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name; the icon alone has none. */
  label: string;
  children: ReactNode;
}

/** An icon that can be pressed, with a touch target of 44 px. */
export function IconButton({ label, className, children, ...props }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...props}
      className={classes(
        "-m-2.5 grid size-11 shrink-0 place-items-center rounded-control text-ink disabled:opacity-45",
        className,
      )}
    >
      {children}
    </button>
  );
}
