import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { families } from "@/api/keys";
import { nextPage } from "@/api/paging";
import type { BillEntry, Paged, WalletType } from "@/api/types";
import { formatDay, ownTimeZone } from "@/ui/time";

const PAGE_SIZE = 30;

/** What moved in a wallet, or in all of them, the latest first. */
export const bill = (walletType: WalletType | undefined) =>
  infiniteQueryOptions({
    queryKey: [...families.bill, walletType ?? "all"],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const which = walletType ? { walletType } : {};
      const body = { ...which, timeZone: ownTimeZone(), pageNum: pageParam, pageSize: PAGE_SIZE };
      const call = reply(api.POST("/wallet/getWalletBill", { body, signal }));
      return call as Promise<Paged<BillEntry>>;
    },
    getNextPageParam: nextPage,
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
    const day = formatDay(entry.createTimeTimestamp, language);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
