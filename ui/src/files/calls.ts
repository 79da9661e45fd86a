import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { ApiError, NetworkError } from "@/api/errors";
import { decodeFile, decodeFileLink, encodeFileLink, type FileId } from "@/api/files";
import { families } from "@/api/keys";

/** Sends a picture, which the server re-encodes and stores. */
export const sendPicture = (picture: Blob, signal: AbortSignal): Promise<FileId> =>
  reply(
    api.POST("/file/upload", {
      body: { file: "" },
      bodySerializer: () => {
        const form = new FormData();
        form.append("file", picture, "picture");
        return form;
      },
      signal,
    }),
  ).then(decodeFile);

/** A picture of the customer's own, from the server. Reading it takes the session, so no URL of it works alone. */
export const picture = (id: FileId) =>
  queryOptions({
    queryKey: [...families.identity, "picture", id],
    queryFn: async ({ signal }): Promise<Blob> => {
      const link = decodeFileLink(await reply(api.POST("/file/link", { body: { id }, signal })));
      const params = encodeFileLink(link);
      const { data, response } = await api.GET("/file/{id}", { params, parseAs: "blob", signal });
      if (response.status >= 400) throw new ApiError(response.status, "", {});
      if (!(data instanceof Blob)) throw new NetworkError("no picture came");
      return data;
    },
    staleTime: Number.POSITIVE_INFINITY,
    retry: (failures, error) => failures < 2 && !(error instanceof ApiError),
  });
