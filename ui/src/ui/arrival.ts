/** True from the opening of a screen until its heading stands. */
let awaited = false;

/** Somebody goes to another screen, whose heading is still to come. */
export function awaitArrival(): void {
  awaited = true;
}

/** Whether a heading that stands now is what somebody came for; once for each opening. */
export function isArriving(): boolean {
  const arriving = awaited;
  awaited = false;
  return arriving;
}
