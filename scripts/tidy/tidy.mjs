// Reads every file of the repository, tracked or new, and prints every breach of a rule.

import { execFileSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { uiCircles } from "./circles.mjs";
import { namedProblems } from "./named.mjs";
import { roomProblems } from "./rooms.mjs";
import { problems } from "./rules.mjs";
import { uiRoomProblems } from "./uiRooms.mjs";

const listed = execFileSync(
  "git",
  ["ls-files", "--cached", "--others", "--exclude-standard", "-z"],
  {
    encoding: "utf8",
  },
);
const paths = listed
  .split("\0")
  .filter((path) => path && statSync(path, { throwIfNoEntry: false })?.isFile());
const texts = new Map(paths.map((path) => [path, readFileSync(path, "utf8")]));
const found = [
  ...[...texts].flatMap(([path, text]) => problems(path, text)),
  ...roomProblems((path) => texts.get(path) ?? null),
  ...namedProblems(texts),
  ...uiCircles(texts),
  ...uiRoomProblems(texts),
];

for (const problem of found) process.stderr.write(`${problem}\n`);
process.stdout.write(`tidy: ${paths.length} files, ${found.length} problems\n`);
process.exitCode = found.length > 0 ? 1 : 0;
