import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { decodeBillPage, encodeBill } from "@/api/bill";
import { api, reply, replyFile } from "@/api/client";
import { families } from "@/api/keys";
import { encodePage } from "@/api/paging";
import { platform } from "@/platform";
import { dateIn, ownTimeZone } from "@/ui/time";
import { type BillChoice, filterOf, isWhole } from "./billChoice";

const PAGE_SIZE = 30;

const wishOf = (choice: BillChoice) => encodeBill(filterOf(choice, Date.now(), ownTimeZone()));

/** The movements, the latest first. Later pages continue the first, even if money has moved since. */
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

/** A printable document, or a file for spreadsheets. */
export type BillFile = "pdf" | "csv";

/** Exports the chosen movements as a file. */
export async function exportBill({ choice, as }: { choice: BillChoice; as: BillFile }) {
  const params = { query: wishOf(choice) };
  const file = await replyFile(
    as === "pdf"
      ? api.GET("/wallet/bill.pdf", { params, parseAs: "blob" })
      : api.GET("/wallet/bill.csv", { params, parseAs: "blob" }),
  );
  const day = dateIn(Date.now(), ownTimeZone());
  const name = as === "pdf" && isWhole(choice) ? "statement" : "bill";
  await platform.saveFile(`plumbline-${name}-${day}.${as}`, file);
}
