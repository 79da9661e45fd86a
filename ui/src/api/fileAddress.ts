import type { FileId } from "./files";

/** The address of a file in requests: only the path counts. */
export const encodeFile = (id: FileId) => `/file/${id}`;

/** The file of an address in a request. */
export const fileIn = (address: string): FileId =>
  (address.split("?")[0] ?? "").replace("/file/", "");
