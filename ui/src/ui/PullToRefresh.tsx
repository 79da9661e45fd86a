import { ArrowDown, LoaderCircle } from "lucide-react";
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** The distance of a pull that refreshes, and the greatest offset of the page, in CSS pixels. */
const TRIGGER_PX = 64;
const LIMIT_PX = 96;
/** The distance after which a finger's direction is decided. */
const SLOP_PX = 8;

const pointOf = (event: TouchEvent) => {
  const [finger] = event.touches;
  return event.touches.length === 1 && finger ? { x: finger.clientX, y: finger.clientY } : null;
};

interface PullToRefreshProps {
  scroll: RefObject<HTMLElement | null>;
  /** The element that follows the finger. */
  body: RefObject<HTMLElement | null>;
  onRefresh: () => Promise<unknown>;
}

/** Follows a finger that pulls the top of the page down, and refreshes when it lets go. */
export default function PullToRefresh({ scroll, body, onRefresh }: PullToRefreshProps) {
  const { t } = useTranslation();
  const [pull, setPull] = useState(0);
  const [busy, setBusy] = useState(false);
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;

  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    let start: { x: number; y: number } | null = null;
    let pulls = false;
    let distance = 0;
    const rest = () => {
      start = null;
      pulls = false;
      distance = 0;
      setPull(0);
    };
    const onStart = (event: TouchEvent) => {
      start = element.scrollTop <= 0 ? pointOf(event) : null;
    };
    const onMove = (event: TouchEvent) => {
      if (!start) return;
      // A chart within the page handles the touch.
      if (event.defaultPrevented) return rest();
      const now = pointOf(event);
      // A second finger pinches and does not pull.
      if (!now) return rest();
      const [across, down] = [Math.abs(now.x - start.x), now.y - start.y];
      if (!pulls) {
        if (Math.max(across, Math.abs(down)) < SLOP_PX) return;
        // Sideways or up: the browser scrolls until the finger is lifted.
        if (down <= across) return rest();
        pulls = true;
      }
      distance = down / 2;
      if (distance <= 0 || element.scrollTop > 0) return setPull(0);
      if (event.cancelable) event.preventDefault();
      setPull(Math.min(distance, LIMIT_PX));
    };
    const onEnd = async () => {
      const pulled = distance >= TRIGGER_PX;
      rest();
      if (!pulled) return;
      setBusy(true);
      await refresh.current().catch(() => undefined);
      setBusy(false);
    };
    element.addEventListener("touchstart", onStart, { passive: true });
    element.addEventListener("touchmove", onMove, { passive: false });
    element.addEventListener("touchend", onEnd);
    element.addEventListener("touchcancel", rest);
    return () => {
      element.removeEventListener("touchstart", onStart);
      element.removeEventListener("touchmove", onMove);
      element.removeEventListener("touchend", onEnd);
      element.removeEventListener("touchcancel", rest);
    };
  }, [scroll]);

  const offset = busy ? 40 : pull;
  useLayoutEffect(() => {
    if (!body.current) return;
    body.current.style.transition = pull > 0 ? "none" : "";
    body.current.style.transform = offset > 0 ? `translateY(${offset}px)` : "";
  }, [body, pull, offset]);

  if (offset === 0) return null;
  return (
    <div
      role="status"
      className="absolute inset-x-0 top-0 grid place-items-center text-ink-2"
      style={{ height: offset }}
    >
      {busy ? (
        <LoaderCircle size={20} className="animate-spin" aria-label={t("action.refreshing")} />
      ) : (
        <ArrowDown
          size={20}
          aria-hidden
          className="transition-transform duration-150"
          style={{ rotate: pull >= TRIGGER_PX ? "180deg" : "0deg" }}
        />
      )}
    </div>
  );
}
