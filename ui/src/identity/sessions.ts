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

/** One session by its id, or with `all` every one but this. */
export type Which = { id: string } | { all: true };

/** Ends sessions, for whoever knows the login password. */
export function useEndSessions() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Which & { password: string }) =>
      reply(api.POST("/api/user/sessions/end", { body })),
    meta: { quiet: true },
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: sessions.queryKey }),
  });
}
