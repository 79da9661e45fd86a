const STILL = "(prefers-reduced-motion: reduce)";

/** True if the system setting asks for less motion. */
export const prefersStillness = () => window.matchMedia(STILL).matches;
