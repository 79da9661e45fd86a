import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isPhone, screenTaken } from "./phoneScreen";

function giveScreenBack(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}

/** Calls back when a system gesture ends full screen. Returns a function to stop. */
function onScreenLeft(left: () => void): () => void {
  const onChange = () => {
    if (!document.fullscreenElement) left();
  };
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}

/**
 * Leaves full screen when the chart is closed or its page is left; leaving full screen by a system gesture closes the
 * chart.
 */
export function usePhoneScreen(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return undefined;
    const stop = onScreenLeft(() => close.current());
    return () => {
      stop();
      giveScreenBack();
    };
  }, [open]);
}

const UPRIGHT = "(orientation: portrait)";
const isUpright = () => isPhone() && window.matchMedia(UPRIGHT).matches;

function onTurn(turned: () => void): () => void {
  const media = window.matchMedia(UPRIGHT);
  media.addEventListener("change", turned);
  return () => media.removeEventListener("change", turned);
}

/**
 * On a phone whose browser cannot rotate the screen, such as any iPhone, rotates the chart while the phone is upright,
 * unless the customer wants it upright. `turn` is null if there is nothing to rotate.
 */
export function useTurned(open: boolean) {
  const canTurn = useSyncExternalStore(onTurn, isUpright);
  const [isSettled, setSettled] = useState(false);
  const [isWanted, setWanted] = useState(true);
  useEffect(() => {
    if (!open) return undefined;
    let isHere = true;
    screenTaken().then(() => isHere && setSettled(true));
    return () => {
      isHere = false;
      setSettled(false);
    };
  }, [open]);
  const may = canTurn && isSettled;
  return { isTurned: may && isWanted, turn: may ? () => setWanted(!isWanted) : null };
}

const TOUCHES = ["touchstart", "touchmove", "touchend", "touchcancel"] as const;

/** Rewrites a touch's position as if the element were not rotated: right on it is down on the screen. */
export function straighten(touch: Touch): void {
  const box = (touch.target as Element).getBoundingClientRect();
  const place = { x: box.left + touch.clientY - box.top, y: box.top + box.right - touch.clientX };
  const value = (value: number) => ({ value, configurable: true });
  Object.defineProperties(touch, {
    clientX: value(place.x),
    clientY: value(place.y),
    pageX: value(place.x),
    pageY: value(place.y),
  });
}

/**
 * The charting library measures gestures by the screen. `host` is rotated by a quarter turn, so each touch is rewritten
 * as if it were not.
 */
export function useStraightTouches(host: RefObject<HTMLElement | null>, isTurned: boolean): void {
  useEffect(() => {
    const element = host.current;
    if (!element || !isTurned) return undefined;
    const life = new AbortController();
    const seen = new WeakSet<Touch>();
    const onTouch = (event: TouchEvent) => {
      for (const touch of [...event.touches, ...event.changedTouches]) {
        if (seen.has(touch)) continue;
        seen.add(touch);
        straighten(touch);
      }
    };
    for (const name of TOUCHES) {
      element.addEventListener(name, onTouch, {
        capture: true,
        passive: true,
        signal: life.signal,
      });
    }
    return () => life.abort();
  }, [host, isTurned]);
}
