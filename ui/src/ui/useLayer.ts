import { useEffect, useId, useRef } from "react";
import { navigate, useLocation } from "@/history";

/**
 * A layer over its screen that is closed as a screen is left, also by the browser's back button. Opening it adds an
 * entry to the history with the same address, so that the screen below is unchanged.
 */
export function useLayer(): { isOpen: boolean; open(): void; close(): void } {
  const id = useId();
  const { pathname, search, state } = useLocation();
  const isOpen = (state as { layer?: string } | null)?.layer === id;
  // Going back takes a moment, in which a second press would go back again.
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isOpen) isLeaving.current = false;
  }, [isOpen]);
  return {
    isOpen,
    open: () => {
      if (!isOpen) navigate(pathname + search, { state: { layer: id } });
    },
    close: () => {
      if (!isOpen || isLeaving.current) return;
      isLeaving.current = true;
      navigate(-1);
    },
  };
}
