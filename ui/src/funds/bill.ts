import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { type BillEntry, decodeBillPage, encodeBill, type WalletType } from "@/api/funds";
import { families } from "@/api/keys";
import { encodePage } from "@/api/paging";
import { formatDay, ownTimeZone } from "@/ui/time";

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

export interface BillDay {
  /** The day in the customer's language and time zone. */
  day: string;
  entries: BillEntry[];
}

/** Entries that follow each other on one day stand under that day's heading. */
export function groupByDay(entries: readonly BillEntry[], language: string): BillDay[] {
  const days: BillDay[] = [];
  for (const entry of entries) {
    const day = formatDay(entry.at, language);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
