import { ArrowDown, LoaderCircle } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";

/** How far the finger must pull, in CSS pixels, and how far the page follows at most. */
const TRIGGER_PX = 64;
const LIMIT_PX = 96;

interface PullToRefreshProps {
  scroll: RefObject<HTMLElement | null>;
  onRefresh: () => Promise<unknown>;
  children: ReactNode;
}

/** Follows a finger that pulls the top of the page down, and refreshes when it lets go. */
export function PullToRefresh({ scroll, onRefresh, children }: PullToRefreshProps) {
  const { t } = useTranslation();
  const [pull, setPull] = useState(0);
  const [busy, setBusy] = useState(false);
  const refresh = useRef(onRefresh);
  refresh.current = onRefresh;

  useEffect(() => {
    const element = scroll.current;
    if (!element) return;
    let start: number | null = null;
    let distance = 0;
    const onStart = (event: TouchEvent) => {
      start = element.scrollTop <= 0 ? (event.touches[0]?.clientY ?? null) : null;
    };
    const onMove = (event: TouchEvent) => {
      if (start === null) return;
      distance = ((event.touches[0]?.clientY ?? start) - start) / 2;
      if (distance <= 0 || element.scrollTop > 0) return setPull(0);
      if (event.cancelable) event.preventDefault();
      setPull(Math.min(distance, LIMIT_PX));
    };
    const onEnd = async () => {
      const pulled = start !== null && distance >= TRIGGER_PX;
      start = null;
      distance = 0;
      setPull(0);
      if (!pulled) return;
      setBusy(true);
      await refresh.current().catch(() => undefined);
      setBusy(false);
    };
    element.addEventListener("touchstart", onStart, { passive: true });
    element.addEventListener("touchmove", onMove, { passive: false });
    element.addEventListener("touchend", onEnd);
    return () => {
      element.removeEventListener("touchstart", onStart);
      element.removeEventListener("touchmove", onMove);
      element.removeEventListener("touchend", onEnd);
    };
  }, [scroll]);

  const offset = busy ? 40 : pull;
  return (
    <div className="relative">
      {offset > 0 ? (
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
      ) : null}
      <div
        className={pull > 0 ? undefined : "transition-transform duration-250 ease-out"}
        style={offset > 0 ? { transform: `translateY(${offset}px)` } : undefined}
      >
        {children}
      </div>
    </div>
  );
}
