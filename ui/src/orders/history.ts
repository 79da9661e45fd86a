import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { api, reply, replyFile } from "@/api/client";
import { families } from "@/api/keys";
import { decodeOrderPage, encodeHistory, type HistoryFilter } from "@/api/orders";
import { encodePage } from "@/api/paging";
import { platform } from "@/platform";
import { DAY_MS } from "@/ui/time";

const PAGE_SIZE = 50;

/** The periods of a history, in days. */
export const periods = { week: 7, month: 31, quarter: 92, year: 366 } as const;
export type Period = keyof typeof periods | "all";

/** The customer's choice of orders to show. */
export interface HistoryChoice extends Omit<HistoryFilter, "from"> {
  period: Period;
}

/** The filter for the server at a moment. */
export function filterOf({ period, ...filter }: HistoryChoice, now: number): HistoryFilter {
  return period === "all" ? filter : { ...filter, from: now - periods[period] * DAY_MS };
}

/** The ended orders, newest first, page by page. */
export const orderHistory = (choice: HistoryChoice) =>
  infiniteQueryOptions({
    queryKey: [...families.orders, "history", choice],
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => {
      const filter = encodeHistory(filterOf(choice, Date.now()));
      const body = { ...filter, ...encodePage(pageParam, PAGE_SIZE) };
      return reply(api.POST("/orders/history", { body, signal })).then(decodeOrderPage);
    },
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });

/** Exports the chosen orders as a file for a spreadsheet. */
export async function exportHistory(choice: HistoryChoice): Promise<void> {
  const query = encodeHistory(filterOf(choice, Date.now()));
  const file = await replyFile(
    api.GET("/orders/history.csv", { params: { query }, parseAs: "blob" }),
  );
  const day = new Date().toISOString().slice(0, 10);
  await platform.saveFile(`plumbline-orders-${day}.csv`, file);
}
