import { type MouseEvent, type PointerEvent, useEffect, useRef } from "react";

/** As long as phones' systems take for a long press. */
const LONG_MS = 500;
/** A finger that moves so far scrolls. */
const STRAY_PX = 10;

/**
 * What a button listens to for a long press: with a finger or a mouse, by the menu key, or by what the system takes for
 * one. The press that was long is no short one too.
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
      // A page that was busy meanwhile has not heard its timer.
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
