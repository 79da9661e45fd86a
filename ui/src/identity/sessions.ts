import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeUserSession } from "@/api/identity";
import { families } from "@/api/keys";

/** The customer's sessions, this device included. */
export const sessions = queryOptions({
  queryKey: [...families.identity, "sessions"],
  queryFn: async ({ signal }) => {
    const list = await reply(api.POST("/api/user/sessions", { signal }));
    return list.map(decodeUserSession);
  },
});

/** One session by its id, or with `all` all but this one. */
export type Which = { id: string } | { all: true };

/** Ends sessions; needs the login password. */
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
