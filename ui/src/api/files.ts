import type { ApiError } from "./errors";
import { moment, type Wire } from "./wire";

/** The number of a customer's picture on the server. */
export type FileId = string;

/** A link by which a customer can read a picture of their own for some minutes. */
export interface FileLink {
  id: FileId;
  until: number;
  signature: string;
}

/** The file created by an upload. */
export const decodeFile = (wire: Wire["FileReply"]): FileId => wire.id;

export function decodeFileLink(wire: Wire["FileReply"]): FileLink {
  const query = new URLSearchParams(wire.url.split("?")[1]);
  return {
    id: wire.id,
    until: moment(query.get("expires") ?? "0"),
    signature: query.get("signature") ?? "",
  };
}

/** The request for a picture by its link. */
export const encodeFileLink = ({ id, until, signature }: FileLink) => ({
  path: { id },
  query: { expires: until, signature },
});

/** The greatest size of a picture in bytes, if a refusal states it. */
export function greatestSize({ detail }: ApiError): number | null {
  const { maxBytes } = (detail ?? {}) as { maxBytes?: unknown };
  return typeof maxBytes === "number" && maxBytes > 0 ? maxBytes : null;
}
