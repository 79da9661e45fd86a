import { useEffect } from "react";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { isComposing } from "./keys";

/**
 * True if a key belongs to a text input, its input method, an open sheet, or a handler that took it: a row dragged by
 * keyboard uses Escape to put it back.
 */
export function keysAreTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  if (isComposing(event)) return true;
  const target = event.target as HTMLElement | null;
  return Boolean(
    target?.closest?.("input:not([type=radio]), textarea, select, [contenteditable]") ||
      document.querySelector("[role=dialog]"),
  );
}

/** Keys for every screen: / searches, Escape goes back. */
export function useShortcuts(): void {
  const { open, back } = useNavigation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (keysAreTaken(event)) return;
      if (event.key === "Escape") back();
      if (event.key !== "/") return;
      event.preventDefault();
      open(to("search"));
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open, back]);
}
