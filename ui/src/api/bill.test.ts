import { expect, it } from "vitest";
import { decodeBillPage, encodeBill } from "./bill";

it("reads what moved in a wallet, and what its days come to", () =>
  expect(
    decodeBillPage({
      list: [
        {
          ...{ id: "1", line: 2, kind: "fee", walletType: "BALANCE", currency: "USD" },
          ...{ amount: "-1.00", balanceAfter: "9.00", createTimeTimestamp: "7", localTime: "" },
          ...{ note: "AAPL 10 @ 227.52", localDate: "2026-11-23" },
        },
      ],
      page: { pageNum: 1, pageSize: 1, total: 2 },
      days: [
        {
          date: "2026-11-23",
          totals: [{ currency: "USD", amountIn: "0.00", amountOut: "-1.00", amount: "-1.00" }],
        },
      ],
      upTo: "1",
    }),
  ).toEqual({
    rows: [
      {
        ...{ id: "1", line: 2, kind: "fee", wallet: "BALANCE", currency: "USD" },
        ...{ amount: "-1.00", balanceAfter: "9.00", at: 7, note: "AAPL 10 @ 227.52" },
        date: "2026-11-23",
      },
    ],
    next: 2,
    days: [{ date: "2026-11-23", totals: [{ currency: "USD", amount: "-1.00" }] }],
    upTo: "1",
  }));

it("asks for what was chosen and says nothing of the rest", () => {
  expect(encodeBill({ timeZone: "UTC" })).toEqual({ timeZone: "UTC" });
  expect(
    encodeBill({
      ...{ wallet: "STOCK", kinds: ["deposit", "fee"], flow: "in", keyword: "aapl" },
      ...{ from: "2026-11-01", to: "2026-11-23", timeZone: "Asia/Hong_Kong" },
    }),
  ).toEqual({
    ...{ walletType: "STOCK", kinds: "deposit,fee", flow: "in", keyword: "aapl" },
    ...{ startDate: "2026-11-01", endDate: "2026-11-23", timeZone: "Asia/Hong_Kong" },
  });
});
