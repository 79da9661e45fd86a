import { useEffect, useId, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

/**
 * Something that lies over its screen and is left as a screen is: by the browser's way back, too. Opening it adds an
 * entry to the history with the same address, so that what lies beneath stays as it is.
 */
export function useLayer(): { isOpen: boolean; open(): void; close(): void } {
  const id = useId();
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const isOpen = (state as { layer?: string } | null)?.layer === id;
  // The step back takes a moment, in which a second press would take another one.
  const isLeaving = useRef(false);
  useEffect(() => {
    if (!isOpen) isLeaving.current = false;
  }, [isOpen]);
  return {
    isOpen,
    open: () => {
      if (!isOpen) navigate({ pathname, search }, { state: { layer: id } });
    },
    close: () => {
      if (!isOpen || isLeaving.current) return;
      isLeaving.current = true;
      navigate(-1);
    },
  };
}
