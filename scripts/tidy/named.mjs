// Checks that every file, and every test, that the table of security requirements names exists.

const TABLE = "docs/asvs.md";

/** A file as the table names it, or a test in it: `server/src/a.rs`, `server/tests/it/a.rs::some_test`. */
const NAMED = /`((?:[\w.-]+\/)+[\w.-]+\.\w+)(?:::(\w+))?`/g;

/** True if the file has a test of that name, and not only a function. */
const hasTest = (text, name) =>
  new RegExp(`\\bfn ${name}\\s*\\(`).test(text) &&
  (text.includes("#[test]") ||
    text.includes("#[tokio::test]") ||
    text.includes("on_both_databases!"));

/** `texts` are the repository's files, by path. */
export function namedProblems(texts) {
  const lines = (texts.get(TABLE) ?? "").split("\n");
  return lines.flatMap((line, index) =>
    [...line.matchAll(NAMED)].flatMap(([, path, test]) => {
      const at = `${TABLE}:${index + 1}: named:`;
      const text = texts.get(path);
      if (text === undefined) return [`${at} there is no ${path}; name what holds the row now`];
      if (test === undefined || hasTest(text, test)) return [];
      return [`${at} ${path} has no test ${test}; name the one that holds the row now`];
    }),
  );
}
