// PNG files with as few bytes as zlib makes of them, for pictures that are committed.
import { crc32, deflateSync, inflateSync } from "node:zlib";

const SIGNATURE = 8;
/** A chunk's length and type before its data, and its checksum behind it. */
const [BEFORE, BEHIND] = [8, 4];
/** Bytes of a point by PNG's type of colour: true colour, without and with alpha. */
const POINT: Record<number, number> = { 2: 3, 6: 4 };

interface Chunk {
  type: string;
  data: Buffer;
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE; at < png.length; ) {
    const end = at + BEFORE + png.readUInt32BE(at);
    chunks.push({
      type: png.toString("latin1", at + 4, at + BEFORE),
      data: png.subarray(at + BEFORE, end),
    });
    at = end + BEHIND;
  }
  return chunks;
}

function written({ type, data }: Chunk): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** Paeth's predictor: of left, above and their corner, the one nearest to left + above - corner. */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner;
  const [a, b, c] = [left, above, corner].map((value) => Math.abs(guess - value));
  if (a === undefined || b === undefined || c === undefined) throw new Error("no distances");
  if (a <= b && a <= c) return left;
  return b <= c ? above : corner;
}

/** Every row in PNG's filter 0, that is the points themselves, from rows in any of the five filters. */
function unfiltered(rows: Buffer, width: number, point: number): Buffer {
  const length = 1 + width * point;
  const plain = Buffer.alloc(rows.length);
  for (let row = 0; row < rows.length; row += length) {
    const filter = rows[row] ?? 0;
    for (let at = row + 1; at < row + length; at += 1) {
      const isFirst = at <= row + point;
      const left = isFirst ? 0 : (plain[at - point] ?? 0);
      const above = plain[at - length] ?? 0;
      const corner = isFirst ? 0 : (plain[at - length - point] ?? 0);
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter] ?? 0;
      plain[at] = (rows[at] ?? 0) + guess;
    }
  }
  return plain;
}

/**
 * Rewrites a picture without loss, in fewer bytes. The browser filters each row for photographs; the even areas and repeated letters of
 * screens compress better as they are.
 */
export function smaller(png: Buffer): Buffer {
  const chunks = chunksOf(png);
  const header = chunks[0]?.data;
  const point = POINT[header?.[9] ?? -1];
  // Of eight bits a colour, and not interlaced, as browsers write them.
  if (!header || !point || header[8] !== 8 || header[12] !== 0) throw new Error("no screenshot");
  const ofType = (...types: string[]) => chunks.filter(({ type }) => types.includes(type));
  const rows = inflateSync(Buffer.concat(ofType("IDAT").map(({ data }) => data)));
  const plain = unfiltered(rows, header.readUInt32BE(0), point);
  const data = deflateSync(plain, { level: 9, memLevel: 9 });
  const kept = [...ofType("IHDR", "iCCP", "sRGB"), { type: "IDAT", data }, ...ofType("IEND")];
  return Buffer.concat([png.subarray(0, SIGNATURE), ...kept.map(written)]);
}
