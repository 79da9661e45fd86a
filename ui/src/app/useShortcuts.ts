import { useEffect } from "react";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import { isComposing } from "@/ui/keys";

/**
 * True while keys belong to a text input, to its input method, to an open sheet, or to what took the key already:
 * a row that is dragged by keyboard takes the Escape that puts it back.
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

/** Keys that mean the same on every screen: / searches, Escape steps back. */
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
