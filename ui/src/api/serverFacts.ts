import { queryOptions, useQuery } from "@tanstack/react-query";
import { api, reply } from "./client";
import { families } from "./keys";
import { decodeServerFacts } from "./server";

export const serverFacts = queryOptions({
  queryKey: families.serverFacts,
  queryFn: ({ signal }) =>
    reply(api.GET("/appVersion/getPublishAppVersion", { signal })).then(decodeServerFacts),
  staleTime: Number.POSITIVE_INFINITY,
  retry: true,
  retryDelay: (attempt) => Math.min(1000 * 2 ** attempt, 15_000),
});

/** The server's facts about itself: its mode, its feed, where its mail goes. */
export const useServerFacts = () => useQuery(serverFacts);
