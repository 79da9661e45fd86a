type Turning = ScreenOrientation & { lock?: (orientation: "landscape") => Promise<void> };

/** True for a phone: the shorter side of its screen is small, and its pointer is a finger. */
export const isPhone = () =>
  Math.min(window.screen.width, window.screen.height) < 600 &&
  window.matchMedia("(pointer: coarse)").matches;

let taking: Promise<unknown> = Promise.resolve();

/**
 * Makes a phone full-screen in landscape, if its browser allows that. If it refuses, or on another device, nothing
 * changes.
 */
export function takeScreen(): void {
  const root = document.documentElement;
  if (!isPhone() || !root.requestFullscreen) return;
  taking = root
    .requestFullscreen({ navigationUI: "hide" })
    .then(() => (window.screen.orientation as Turning | undefined)?.lock?.("landscape"))
    .catch(() => undefined);
}

/** Resolves once the browser has rotated the screen or refused to. */
export const screenTaken = () => taking;
