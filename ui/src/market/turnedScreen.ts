import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { isPhone, screenTaken } from "./phoneScreen";

function giveScreenBack(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}

/** Tells when the screen that was taken is left by a gesture of the system. Gives back what ends that. */
function onScreenLeft(left: () => void): () => void {
  const onChange = () => {
    if (!document.fullscreenElement) left();
  };
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}

/**
 * The phone's screen is given back with the chart, whether it is closed or its page is left; a customer who leaves it by a
 * gesture of the system leaves both.
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
 * A phone whose browser does not turn its screen, as no iPhone's does, has the chart turned by us while it stands upright,
 * unless its owner wants the chart upright too. `turn` is null where there is nothing to turn.
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

/** Where a finger is in an element as it would be without the turn: right on it is down on the screen. */
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
 * The charting library measures gestures by the screen. What lies in `host` is turned by a quarter, so each touch is
 * told to it as it would be if it were not.
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
