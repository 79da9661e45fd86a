import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Files that fit into one packet are not compressed; the server uses the same limit (`server/src/http/asset.rs`). */
const FROM_BYTES = 1_024;
const TEXTS = /\.(html|js|css|json|svg|webmanifest)$/;

const brotli = (plain) =>
  brotliCompressSync(plain, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    },
  });
const gzip = (plain) => gzipSync(plain, { level: constants.Z_BEST_COMPRESSION });

/** The text files of the build, compressed at the highest level: path with `.br` or `.gz` appended → bytes. */
export function compressed(files) {
  const texts = [...files].filter(
    ([path, plain]) => TEXTS.test(path) && !path.startsWith(".vite") && plain.length >= FROM_BYTES,
  );
  return new Map(
    texts.flatMap(([path, plain]) => [
      [`${path}.br`, brotli(plain)],
      [`${path}.gz`, gzip(plain)],
    ]),
  );
}
