import { expect, it } from "vitest";
import { wireNotice } from "@/test/wire";
import { decodeInbox, decodeInboxMessage, decodeNotice, encodeRead } from "./inbox";

it("reads a notice and what it is about", () => {
  expect(decodeNotice(wireNotice())).toEqual({
    id: "9",
    title: "Deposit credited",
    parts: ["Your deposit has been reviewed."],
    isRead: false,
    toldAt: 1_795_241_000_000,
    subject: "deposit",
    subjectId: "5",
    instrument: null,
  });
  const order = { subject: "order", stock_code: "AAPL", market: "UsStock", source: 0 } as const;
  expect(decodeNotice(wireNotice(order)).instrument).toEqual({ symbol: "AAPL", market: "UsStock" });
  const newer = wireNotice({ subject: "lottery" as "order" });
  expect(decodeNotice(newer).subject).toBe("other");
});

it("reads a page with how much is not read", () => {
  const page = { pageNum: 1, pageSize: 20, total: 21 };
  const inbox = decodeInbox({ list: [wireNotice()], page, unread: 7 });
  expect(inbox).toMatchObject({ next: 2, unread: 7 });
  expect(inbox.rows).toHaveLength(1);
});

it.each([
  [
    { kind: "notice", id: "9", unread: 3 },
    { what: "told", unread: 3 },
  ],
  [
    { kind: "read", ids: ["9"], unread: 2 },
    { what: "read", ids: ["9"], unread: 2 },
  ],
  [
    { kind: "read", ids: null, unread: 0 },
    { what: "read", ids: null, unread: 0 },
  ],
  [{ kind: "deposit", id: "5", status: 1 }, null],
])("reads what the socket tells: %j", (data, news) => {
  expect(decodeInboxMessage(data)).toEqual(news);
});

it("names what was read, and nothing for all", () => {
  expect(encodeRead(["9"])).toEqual({ ids: ["9"] });
  expect(encodeRead(null)).toEqual({});
});
