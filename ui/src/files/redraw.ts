/** The product's limit, unless the server's refusal states another: 5 M of 1000 × 1024 bytes. */
export const USUAL_MAX_BYTES = 5 * 1000 * 1024;
/** The longer side of stored pictures, in pixels: more would be discarded. */
const LONGER_SIDE = 2_400;
/** The types that the server accepts. */
export const KINDS = ["image/jpeg", "image/png", "image/webp"];

/** Tried one after the other until a picture is small enough. */
const TRIES = [
  { side: LONGER_SIDE, quality: 0.9 },
  { side: LONGER_SIDE, quality: 0.75 },
  { side: 1_800, quality: 0.75 },
  { side: 1_200, quality: 0.7 },
];

/** Thrown for a file that this browser cannot decode as a picture. */
export class NoPictureError extends Error {
  override readonly name = "NoPictureError";
}

export const canBeSent = (file: Blob, maxBytes: number) =>
  file.size <= maxBytes && KINDS.includes(file.type);

/** The size of a picture whose longer side is at most `side`. */
export function within(width: number, height: number, side: number): [number, number] {
  const scale = Math.min(1, side / Math.max(width, height));
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}

function draw(image: ImageBitmap, side: number, quality: number): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = within(image.width, image.height, side);
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  // A JPEG has no transparency.
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
}

/** Re-encodes a picture as a JPEG that the server accepts. Throws NoPictureError if the browser cannot read it. */
export async function redraw(file: Blob, maxBytes: number): Promise<Blob> {
  const image = await createImageBitmap(file).catch((cause) => {
    throw new NoPictureError("unreadable", { cause });
  });
  try {
    for (const { side, quality } of TRIES) {
      const drawn = await draw(image, side, quality);
      if (drawn && drawn.size <= maxBytes) return drawn;
    }
  } finally {
    image.close();
  }
  throw new NoPictureError("it cannot be made small enough");
}
