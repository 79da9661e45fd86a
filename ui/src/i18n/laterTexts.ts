/** Where the texts are that no first screen reads. */
export const files = import.meta.glob<Record<string, string>>(
  ["../locales/*/*.json", "!../locales/*/{common,home,market}.json"],
  { import: "default" },
);
