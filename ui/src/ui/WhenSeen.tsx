import { type ReactNode, useEffect, useRef, useState } from "react";

/** What stands below a screen loads, and is drawn, when one comes to it. */
export function WhenSeen({ children }: { children: ReactNode }) {
  const [isSeen, setSeen] = useState(() => !("IntersectionObserver" in globalThis));
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSeen || !place.current) return;
    const watch = new IntersectionObserver((all) => {
      if (all.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [isSeen]);
  return isSeen ? children : <div ref={place} className="h-px" />;
}
