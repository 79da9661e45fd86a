import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { type CoinNetwork, decodeDepositAddress, decodeSuspense } from "@/api/coins";
import { families } from "@/api/keys";

/**
 * The customer's own address on a chain, which never changes. It is refetched, since the server may have stopped
 * following the chain.
 */
export const addressOn = ({ currency, network }: CoinNetwork) =>
  queryOptions({
    queryKey: [...families.depositAddress, currency, network],
    queryFn: ({ signal }) =>
      reply(api.POST("/recharge/address", { body: { currency, network }, signal })).then(
        decodeDepositAddress,
      ),
  });

/** The coins in suspense, by currency. */
export const suspense = queryOptions({
  queryKey: families.suspense,
  queryFn: async ({ signal }) => {
    const list = await reply(api.POST("/recharge/suspense", { signal }));
    return list.map(decodeSuspense);
  },
});
