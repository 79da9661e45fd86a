import { type QueryKey, queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families, instrumentKey } from "@/api/keys";
import type { Listing } from "@/api/market";
import {
  decodeWatchGroups,
  encodeGroup,
  encodePut,
  encodeRename,
  encodeRowOrder,
  encodeTake,
  type WatchGroup,
} from "@/api/watchGroups";
import { inOrder, withPut, withTaken } from "./groups";

export const watchGroups = queryOptions({
  // Refetching the watchlist refetches its groups: an instrument no longer watched is in no group.
  queryKey: [...families.watchlist, "groups"],
  queryFn: ({ signal }) => reply(api.GET("/watchlist/groups", { signal })).then(decodeWatchGroups),
});

/** Shows a change of the groups before the server has confirmed it, and reverts it if refused. */
function useOptimisticGroups<V>(
  change: (groups: WatchGroup[], variables: V) => WatchGroup[],
  send: (variables: V) => Promise<unknown>,
  /** Other queries to refetch. */
  renews: (variables: V) => QueryKey[] = () => [],
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: send,
    onMutate: async (variables) => {
      await client.cancelQueries({ queryKey: watchGroups.queryKey });
      const before = client.getQueryData(watchGroups.queryKey);
      client.setQueryData(watchGroups.queryKey, (groups) => groups && change(groups, variables));
      return { before };
    },
    onError: (_error, _variables, context) =>
      client.setQueryData(watchGroups.queryKey, context?.before),
    onSettled: (_data, _error, variables) =>
      Promise.all(
        [families.watchlist, ...renews(variables)].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  });
}

interface Put {
  listing: Listing;
  /** Undefined for an instrument that is not watched. */
  entryId?: string | undefined;
  to: string;
  /** The group that it is moved from. */
  from?: string | undefined;
}

export const usePut = () =>
  useOptimisticGroups(
    (groups, { entryId, to, from }: Put) =>
      entryId === undefined ? groups : withPut(groups, entryId, to, from),
    ({ listing, to, from }) =>
      reply(api.POST("/watchlist/groups/put", { body: encodePut(listing, to, from) })),
    // The instrument's star.
    ({ listing }) => [instrumentKey(listing)],
  );

export const useTake = () =>
  useOptimisticGroups(
    (groups, { entryId, from }: { entryId: string; from: string }) =>
      withTaken(groups, entryId, from),
    ({ entryId, from }) =>
      reply(api.POST("/watchlist/groups/take", { body: encodeTake(entryId, from) })),
  );

export const useReorderGroups = () =>
  useOptimisticGroups(inOrder, (ids: string[]) =>
    reply(api.POST("/watchlist/groups/reorder", { body: { ids } })),
  );

export const useReorderRows = () =>
  useOptimisticGroups(
    (groups, { of, ids }: { of: string; ids: string[] }) =>
      groups.map((group) => (group.id === of ? { ...group, entryIds: ids } : group)),
    ({ of, ids }) =>
      reply(api.POST("/watchlist/groups/reorderRows", { body: encodeRowOrder(of, ids) })),
  );

export const useDeleteGroup = () =>
  useOptimisticGroups(
    (groups, of: string) => groups.filter(({ id }) => id !== of),
    (of) => reply(api.POST("/watchlist/groups/delete", { body: encodeGroup(of) })),
  );

/** Creates or renames a group; a refusal by the server is shown beside the name. */
export function useNameGroup(of?: string) {
  const client = useQueryClient();
  return useMutation({
    meta: { quiet: true },
    mutationFn: (name: string) =>
      reply(
        of === undefined
          ? api.POST("/watchlist/groups/create", { body: { name } })
          : api.POST("/watchlist/groups/rename", { body: encodeRename(of, name) }),
      ),
    onSettled: () => client.invalidateQueries({ queryKey: families.watchlist }),
  });
}
