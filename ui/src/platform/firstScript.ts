/** Stores a choice for the page's first script at the next start, before the platform is known. */
export function leaveForFirstScript(name: "theme" | "language", value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Then the next start begins with the system's setting.
  }
}
