import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { decodeBillPage, encodeBill } from "@/api/bill";
import { api, reply, replyText } from "@/api/client";
import { families } from "@/api/keys";
import { encodePage } from "@/api/paging";
import { platform } from "@/platform";
import { dateIn, ownTimeZone } from "@/ui/time";
import { type BillChoice, filterOf } from "./billChoice";

const PAGE_SIZE = 30;

const wishOf = (choice: BillChoice) => encodeBill(filterOf(choice, Date.now(), ownTimeZone()));

/** What moved, the latest first. Later pages go on where the first one began, whatever has moved since. */
export const bill = (choice: BillChoice) =>
  infiniteQueryOptions({
    queryKey: [...families.bill, choice],
    initialPageParam: { page: 1, upTo: null as string | null },
    queryFn: ({ pageParam: { page, upTo }, signal }) => {
      const from = upTo === null ? {} : { upTo };
      const body = { ...wishOf(choice), ...from, ...encodePage(page, PAGE_SIZE) };
      return reply(api.POST("/wallet/getWalletBill", { body, signal })).then(decodeBillPage);
    },
    getNextPageParam: ({ next, upTo }) => (next === undefined ? undefined : { page: next, upTo }),
    placeholderData: keepPreviousData,
  });

/** Hands the same movements out as a file for a spreadsheet. */
export async function exportBill(choice: BillChoice): Promise<void> {
  const query = wishOf(choice);
  const text = await replyText(api.GET("/wallet/bill.csv", { params: { query }, parseAs: "text" }));
  const day = dateIn(Date.now(), ownTimeZone());
  const file = new Blob([text], { type: "text/csv;charset=utf-8" });
  await platform.saveFile(`plumbline-bill-${day}.csv`, file);
}
