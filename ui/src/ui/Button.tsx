import type { ButtonHTMLAttributes, ReactNode } from "react";
import { classes } from "./classes";

type Look = "primary" | "ghost" | "rise" | "fall" | "plain";

const LOOKS: Record<Look, string> = {
  primary: "bg-primary text-on-primary",
  ghost: "bg-sunken text-ink",
  rise: "bg-rise-text text-on-trade",
  fall: "bg-fall-text text-on-trade",
  plain: "bg-transparent text-ink",
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  /** Work is under way: the button keeps its place and width, and takes no second press. */
  busy?: boolean;
  children: ReactNode;
}

/** The one action of a screen, or one of two beside each other. 48 px high. */
export function Button({ look = "primary", busy = false, className, ...props }: ButtonProps) {
  return (
    <button
      type="button"
      {...props}
      disabled={props.disabled || busy}
      aria-busy={busy || undefined}
      className={classes(
        "min-h-12 min-w-0 flex-1 rounded-control px-4 py-2 text-body font-semibold",
        "transition-[opacity,transform] duration-150 ease-out active:scale-[0.985]",
        "disabled:opacity-45 disabled:active:scale-100",
        busy && "skeleton",
        LOOKS[look],
        className,
      )}
    />
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** What a screen reader says; the icon alone says nothing. */
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
