import type { AnchorHTMLAttributes, MouseEvent } from "react";
import { hrefOf } from "@/history";
import { useNavigation } from "@/navigation";

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** An address made by `to` of the routes. */
  to: string;
  /** Replaces the present screen in the history. A tab always does. */
  replace?: boolean;
}

/** True for a plain press, which opens the link here and not in a new window. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** A link to a screen. */
export function Link({ to, replace, onClick, ...props }: LinkProps) {
  const { open } = useNavigation();
  const press = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || !isPlain(event)) return;
    event.preventDefault();
    open(to, replace === undefined ? undefined : { replace });
  };
  return <a {...props} href={hrefOf(to)} onClick={press} />;
}
