import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { decodeUsable, encodeUsable } from "@/api/usable";

/** The usable amount of the funding account in its own currency, for any destination. */
export const usable = queryOptions({
  queryKey: [...families.usable, "any"],
  queryFn: ({ signal }) =>
    reply(api.GET("/withdrawal/getUsableWithdrawalAmount", { signal })).then(decodeUsable),
});

/** The usable amount in a currency for a saved account, with its lines. */
export const usableIn = (currency: string, payout: string) =>
  queryOptions({
    queryKey: [...families.usable, currency, payout],
    queryFn: ({ signal }) =>
      reply(
        api.GET("/withdrawal/getUsableWithdrawalAmount", {
          params: { query: encodeUsable(currency, payout) },
          signal,
        }),
      ).then(decodeUsable),
  });
