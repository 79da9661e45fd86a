// Builds the UI into `dist`, and its compressed text files into `compressed`: the server embeds both and sends them
// unchanged, the native window embeds `dist` only. Both compile the files in, so unchanged files are not touched.
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
