// @vitest-environment node
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { filesOf, mirror } from "./mirror.mjs";

const LONG_AGO = new Date("2020-01-01T00:00:00Z");
const files = (texts) =>
  new Map(Object.entries(texts).map(([path, text]) => [path, Buffer.from(text)]));

let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mirror-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Fills the folder like an earlier build. */
function built(texts) {
  mirror(files(texts), folder);
  for (const path of Object.keys(texts)) utimesSync(join(folder, path), LONG_AGO, LONG_AGO);
}
const timeOf = (path) => statSync(join(folder, path)).mtime;

test("a file that has its bytes already keeps its time, and one of new bytes does not", () => {
  built({ "index.html": "page", "assets/app.js": "one" });
  const outcome = mirror(files({ "index.html": "page", "assets/app.js": "two" }), folder);
  expect(outcome).toEqual({ written: ["assets/app.js"], removed: [] });
  expect(timeOf("index.html")).toEqual(LONG_AGO);
  expect(timeOf("assets/app.js")).not.toEqual(LONG_AGO);
  expect(readFileSync(join(folder, "assets/app.js"), "utf8")).toBe("two");
});

test("what is gone is removed, with the folders that it was alone in", () => {
  built({ "index.html": "page", "assets/old.js": "old", "icons/small/old.png": "icon" });
  const outcome = mirror(files({ "index.html": "page", "assets/new.js": "new" }), folder);
  expect(outcome.removed.sort()).toEqual(["assets/old.js", "icons/small/old.png"]);
  expect([...filesOf(folder).keys()].sort()).toEqual(["assets/new.js", "index.html"]);
  expect(readdirSync(folder).sort()).toEqual(["assets", "index.html"]);
});

test("a file takes the place of a folder, and a folder that of a file", () => {
  built({ one: "file", "two/file": "in a folder" });
  mirror(files({ "one/file": "in a folder", two: "file" }), folder);
  expect(filesOf(folder)).toEqual(files({ "one/file": "in a folder", two: "file" }));
});
