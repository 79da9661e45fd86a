import { type ReactNode, useLayoutEffect, useState } from "react";
import { LocationContext, onMove, presentLocation } from "@/history";

/** Draws what is in it again at each new address. */
export function HashRouter({ children }: { children: ReactNode }) {
  const [location, setLocation] = useState(presentLocation);
  useLayoutEffect(() => onMove(() => setLocation(presentLocation())), []);
  return <LocationContext value={location}>{children}</LocationContext>;
}
