// Builds the UI into `dist`, and its texts compressed into `compressed`: the server carries both and sends them as they
// are, the native window carries `dist` only. Both compile the files in, so those that are as they were stay untouched.
//   node scripts/build.mjs [--logLevel LEVEL]
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { build } from "vite";
import { compressed } from "./compress.mjs";
import { filesOf, mirror } from "./mirror.mjs";

const { values } = parseArgs({ options: { logLevel: { type: "string" } } });
const root = fileURLToPath(new URL("..", import.meta.url));
const outDir = `${root}node_modules/.built`;
await build({ root, logLevel: values.logLevel, build: { outDir, emptyOutDir: true } });
const files = filesOf(outDir);
mirror(files, `${root}dist`);
mirror(compressed(files), `${root}compressed`);
