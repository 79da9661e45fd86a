import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeBillPage, encodeBill, type WalletType } from "@/api/funds";
import { families } from "@/api/keys";
import { encodePage } from "@/api/paging";
import { ownTimeZone } from "@/ui/time";

const PAGE_SIZE = 30;

/** What moved in a wallet, or in all of them, the latest first. */
export const bill = (wallet: WalletType | undefined) =>
  infiniteQueryOptions({
    queryKey: [...families.bill, wallet ?? "all"],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const body = { ...encodeBill(wallet, ownTimeZone()), ...encodePage(pageParam, PAGE_SIZE) };
      return reply(api.POST("/wallet/getWalletBill", { body, signal })).then(decodeBillPage);
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
