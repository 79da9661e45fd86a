import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeUserSession } from "@/api/identity";
import { families } from "@/api/keys";

/** Where the customer is logged in, this device included. */
export const sessions = queryOptions({
  queryKey: [...families.identity, "sessions"],
  queryFn: async ({ signal }) => {
    const list = await reply(api.POST("/api/user/sessions", { signal }));
    return list.map(decodeUserSession);
  },
});

/** Ends one session by its id, or with `all` every one but this. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (which: { id: string } | { all: true }) =>
      reply(api.POST("/api/user/sessions/end", { body: which })),
    onSettled: () => client.invalidateQueries({ queryKey: sessions.queryKey }),
  });
}
