import { queryOptions } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { decodeUsable, encodeUsable } from "@/api/usable";

/** What can be withdrawn of the funding account in its own currency, wherever it goes. */
export const usable = queryOptions({
  queryKey: [...families.usable, "any"],
  queryFn: ({ signal }) =>
    reply(api.GET("/withdrawal/getUsableWithdrawalAmount", { signal })).then(decodeUsable),
});

/** What can be withdrawn in a currency to a saved account, and why. */
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
