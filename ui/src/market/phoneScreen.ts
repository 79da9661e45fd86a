type Turning = ScreenOrientation & { lock?: (orientation: "landscape") => Promise<void> };

/** A device that is held in a hand: its shorter side is a phone's, and it is touched. */
export const isPhone = () =>
  Math.min(window.screen.width, window.screen.height) < 600 &&
  window.matchMedia("(pointer: coarse)").matches;

let taking: Promise<unknown> = Promise.resolve();

/**
 * Takes a phone's whole screen and turns it on its side, where its browser allows that. One that refuses either, as
 * other devices do, leaves everything as it is.
 */
export function takeScreen(): void {
  const root = document.documentElement;
  if (!isPhone() || !root.requestFullscreen) return;
  taking = root
    .requestFullscreen({ navigationUI: "hide" })
    .then(() => (window.screen.orientation as Turning | undefined)?.lock?.("landscape"))
    .catch(() => undefined);
}

/** Once the browser has turned the screen or refused to. */
export const screenTaken = () => taking;
