import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";

/** The usual time of a long press on phones. */
const LONG_MS = 500;
/** A finger that moves this far scrolls. */
const STRAY_PX = 10;

/**
 * The handlers of a button for a long press: by finger or mouse, by the menu key, or by the system's own gesture. A
 * long press does not count as a short one too.
 */
export function useLongPress(onLong: () => void, onShort: () => void) {
  const timer = useRef<number | undefined>(undefined);
  const begun = useRef<{ x: number; y: number; at: number } | null>(null);
  const wasLong = useRef(false);
  const end = () => {
    window.clearTimeout(timer.current);
    begun.current = null;
  };
  useEffect(() => () => window.clearTimeout(timer.current), []);
  const long = () => {
    end();
    if (wasLong.current) return;
    wasLong.current = true;
    onLong();
  };
  return {
    onPointerDown: ({ clientX: x, clientY: y, button, timeStamp: at }: PointerEvent) => {
      wasLong.current = false;
      if (button !== 0) return;
      begun.current = { x, y, at };
      timer.current = window.setTimeout(long, LONG_MS);
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = begun.current;
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STRAY_PX) end();
    },
    onPointerUp: ({ timeStamp }: PointerEvent) => {
      // On a busy page the timer may be late.
      if (begun.current && timeStamp - begun.current.at >= LONG_MS) long();
      else end();
    },
    onPointerCancel: end,
    onPointerLeave: end,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault();
      long();
    },
    onClick: () => {
      end();
      if (!wasLong.current) onShort();
      wasLong.current = false;
    },
    onKeyDown: () => {
      wasLong.current = false;
    },
  };
}
