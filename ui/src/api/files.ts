import type { ApiError } from "./errors";
import { moment, type Wire } from "./wire";

/** A picture that the server keeps of a customer, by its number. */
export type FileId = string;

/** Where a customer reads a picture of their own for some minutes. */
export interface FileLink {
  id: FileId;
  until: number;
  signature: string;
}

/** The file that an upload made. */
export const decodeFile = (wire: Wire["FileReply"]): FileId => wire.id;

export function decodeFileLink(wire: Wire["FileReply"]): FileLink {
  const query = new URLSearchParams(wire.url.split("?")[1]);
  return {
    id: wire.id,
    until: moment(query.get("expires") ?? "0"),
    signature: query.get("signature") ?? "",
  };
}

/** How a call asks for a picture by its link. */
export const encodeFileLink = ({ id, until, signature }: FileLink) => ({
  path: { id },
  query: { expires: until, signature },
});

/** Greatest size of a picture that this server takes, where a refusal tells it. */
export function greatestSize({ detail }: ApiError): number | null {
  const { maxBytes } = (detail ?? {}) as { maxBytes?: unknown };
  return typeof maxBytes === "number" && maxBytes > 0 ? maxBytes : null;
}
