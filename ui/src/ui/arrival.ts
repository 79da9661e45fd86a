/** True from the opening of a screen until its heading is drawn. */
let awaited = false;

/** Notes that a screen is opening whose heading will be drawn. */
export function awaitArrival(): void {
  awaited = true;
}

/** True if a heading drawn now is that of the screen just opened; once for each opening. */
export function isArriving(): boolean {
  const arriving = awaited;
  awaited = false;
  return arriving;
}
