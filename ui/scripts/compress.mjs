// Compresses the built files once and as well as it goes, into a folder beside them: the server sends them as they are.
// The native window carries `dist` only.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** What fits into one packet is not made smaller; the server goes by the same (`server/src/http/asset.rs`). */
const FROM_BYTES = 1_024;
const TEXTS = /\.(html|js|css|json|svg|webmanifest)$/;

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
const compressed = fileURLToPath(new URL("../compressed/", import.meta.url));

rmSync(compressed, { recursive: true, force: true });
mkdirSync(compressed);
for (const file of readdirSync(dist, { recursive: true }).filter((name) => TEXTS.test(name))) {
  if (file.startsWith(".vite")) continue;
  const plain = readFileSync(join(dist, file));
  if (plain.length < FROM_BYTES) continue;
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  mkdirSync(join(compressed, dirname(file)), { recursive: true });
  writeFileSync(join(compressed, `${file}.br`), brotliCompressSync(plain, { params }));
  writeFileSync(
    join(compressed, `${file}.gz`),
    gzipSync(plain, { level: constants.Z_BEST_COMPRESSION }),
  );
}
