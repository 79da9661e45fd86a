type Turning = ScreenOrientation & { lock?: (orientation: "landscape") => Promise<void> };

/** A device that is held in a hand: its shorter side is a phone's, and it is touched. */
const isPhone = () =>
  Math.min(window.screen.width, window.screen.height) < 600 &&
  window.matchMedia("(pointer: coarse)").matches;

/**
 * Takes a phone's whole screen and turns it on its side, where its browser allows that. One that refuses either, as
 * other devices do, leaves everything as it is.
 */
export function takeScreen(): void {
  const root = document.documentElement;
  if (!isPhone() || !root.requestFullscreen) return;
  root
    .requestFullscreen({ navigationUI: "hide" })
    .then(() => (window.screen.orientation as Turning | undefined)?.lock?.("landscape"))
    .catch(() => undefined);
}

export function giveScreenBack(): void {
  if (document.fullscreenElement) document.exitFullscreen().catch(() => undefined);
}

/** Tells when the screen that was taken is left by a gesture of the system. Gives back what ends that. */
export function onScreenLeft(left: () => void): () => void {
  const onChange = () => {
    if (!document.fullscreenElement) left();
  };
  document.addEventListener("fullscreenchange", onChange);
  return () => document.removeEventListener("fullscreenchange", onChange);
}
