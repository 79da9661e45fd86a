import { ApiError } from "@/api/errors";
import { type FileId, greatestSize } from "@/api/files";
import { sendPicture } from "./calls";
import { canBeSent, redraw, USUAL_MAX_BYTES } from "./redraw";

/** The stages of an upload, in order. */
export type Stage = "shrinking" | "sending";

/** Refusals of a picture that may be accepted after re-encoding. */
const REDRAWABLE = [
  "file_too_large",
  "picture_too_many_points",
  "picture_lossless_too_large",
  "picture_unsupported",
];

/**
 * Sends a picture unchanged, or re-encoded if it is too large or of a type that the server does not accept. The
 * server's limits may differ from ours: a picture refused by one of them is re-encoded and sent once more.
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
