import { useEffect } from "react";
import { useNavigation } from "@/navigation";
import { to } from "@/routes";

/** True while keys belong to a text input or to an open sheet. */
export function keysAreTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return true;
  const target = event.target as HTMLElement | null;
  return Boolean(
    target?.closest?.("input, textarea, select, [contenteditable]") ||
      document.querySelector("[role=dialog]"),
  );
}

/** Keys that mean the same on every screen: / searches, Escape steps back. */
export function useShortcuts(): void {
  const { open, back } = useNavigation();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !document.querySelector("[role=dialog]")) return back();
      if (keysAreTaken(event) || event.key !== "/") return;
      event.preventDefault();
      open(to("search"));
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [open, back]);
}
