import { ApiError } from "@/api/errors";
import { type FileId, greatestSize } from "@/api/files";
import { sendPicture } from "./calls";
import { canBeSent, redraw, USUAL_MAX_BYTES } from "./redraw";

/** What is done with a picture, one after the other. */
export type Stage = "shrinking" | "sending";

/** Refusals of a picture that may be taken once it is drawn anew. */
const REDRAWABLE = [
  "file_too_large",
  "picture_too_many_points",
  "picture_lossless_too_large",
  "picture_unsupported",
];

/**
 * Sends a picture as it is, or drawn anew where it is too large or of a kind that the server does not take. The server
 * may have other limits than we know: what it refuses for its size is drawn anew and sent once more.
 */
export async function shrinkAndSend(
  file: Blob,
  signal: AbortSignal,
  tell: (stage: Stage) => void,
): Promise<FileId> {
  const send = (picture: Blob) => {
    tell("sending");
    return sendPicture(picture, signal);
  };
  const smaller = async (maxBytes: number) => {
    tell("shrinking");
    const drawn = await redraw(file, maxBytes);
    signal.throwIfAborted();
    return drawn;
  };
  if (!canBeSent(file, USUAL_MAX_BYTES)) return send(await smaller(USUAL_MAX_BYTES));
  try {
    return await send(file);
  } catch (error) {
    if (!(error instanceof ApiError) || !REDRAWABLE.includes(error.error)) throw error;
    return send(await smaller(greatestSize(error) ?? USUAL_MAX_BYTES));
  }
}
