import type { ReactNode } from "react";
import { classes } from "./classes";
import { Link } from "./Link";

interface LinkButtonProps {
  href: string;
  look?: "primary" | "ghost";
  children: ReactNode;
}

/** Looks like a Button and opens a screen. */
export function LinkButton({ href, look = "primary", children }: LinkButtonProps) {
  return (
    <Link
      to={href}
      className={classes(
        "grid min-h-12 min-w-0 flex-1 place-items-center rounded-control px-4 py-2 text-center text-body font-semibold",
        look === "primary" ? "bg-primary text-on-primary" : "bg-sunken text-ink",
      )}
    >
      {children}
    </Link>
  );
}
