import { type ReactNode, useEffect, useRef, useState } from "react";

/** Content below the screen's edge that loads once it is scrolled into view. */
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
