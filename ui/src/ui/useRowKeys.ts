import type { KeyboardEvent } from "react";

/** Moves the focus by arrow keys between a page's rows, which are marked `data-row`. */
export function useRowKeys() {
  return (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.defaultPrevented) return;
    const target = event.target as HTMLElement;
    if (target.closest("input, textarea, select, [role=tablist]")) return;
    const rows = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-row]")];
    const current = rows.findIndex((row) => row.contains(target));
    const next = rows[current < 0 ? 0 : current + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };
}
