/** The files of texts that no first screen uses. */
export const files = import.meta.glob<Record<string, string>>(
  ["../locales/*/*.json", "!../locales/*/{common,home,market}.json"],
  { import: "default" },
);
