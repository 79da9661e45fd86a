import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";

/** The paths of files or folders below a folder, relative to it; parents come first. */
function below(folder, kind) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const wanted = entries.filter((entry) => entry.isDirectory() === (kind === "folders"));
  return wanted.map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}

/** The files below a folder: path in it → bytes. */
export const filesOf = (folder) =>
  new Map(below(folder, "files").map((path) => [path, readFileSync(join(folder, path))]));

/**
 * Makes a folder contain exactly these files. A file with equal bytes is not touched and keeps its time, since
 * compilers that embed the folder depend on it. Returns the paths that were written and removed.
 */
export function mirror(files, folder) {
  mkdirSync(folder, { recursive: true });
  const removed = below(folder, "files").filter((path) => !files.has(path));
  for (const path of removed) rmSync(join(folder, path));
  for (const path of below(folder, "folders").reverse()) {
    if (readdirSync(join(folder, path)).length === 0) rmdirSync(join(folder, path));
  }
  const written = [];
  for (const [path, bytes] of files) {
    const file = join(folder, path);
    if (existsSync(file) && readFileSync(file).equals(bytes)) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
    written.push(path);
  }
  return { written, removed };
}
