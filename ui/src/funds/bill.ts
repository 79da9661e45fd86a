import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, reply } from "@/api/client";
import { decodeBillPage, encodeBill, type WalletType } from "@/api/funds";
import { families } from "@/api/keys";
import { encodePage } from "@/api/paging";
import { formatDay, ownTimeZone, zoneName } from "@/ui/time";
import type { Movement } from "./movements";

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
  /** What that zone is called: trades say the exchange's time elsewhere. */
  zone: string;
  movements: Movement[];
}

/** Movements that follow each other on one day stand under that day's heading. */
export function groupByDay(movements: readonly Movement[], language: string): BillDay[] {
  const days: BillDay[] = [];
  for (const movement of movements) {
    const day = formatDay(movement.main.at, language);
    const last = days.at(-1);
    if (last?.day === day) last.movements.push(movement);
    else days.push({ day, zone: zoneName(movement.main.at, language), movements: [movement] });
  }
  return days;
}
