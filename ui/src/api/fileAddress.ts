import type { FileId } from "./files";

/** How requests name a file: of its address only the path counts. */
export const encodeFile = (id: FileId) => `/file/${id}`;

/** The file that a request named. */
export const fileIn = (address: string): FileId =>
  (address.split("?")[0] ?? "").replace("/file/", "");
