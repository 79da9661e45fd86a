/** Leaves a choice where the page's first script finds it at the next start, before any host is known. */
export function leaveForFirstScript(name: "theme" | "language", value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then the system's choice is what the next start begins with.
  }
}
