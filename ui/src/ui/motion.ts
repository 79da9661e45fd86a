const STILL = "(prefers-reduced-motion: reduce)";

/** Whether the customer has asked the system for less motion. */
export const prefersStillness = () => window.matchMedia(STILL).matches;
