import type { Receipt } from "@/api/types";
import { add, compare, equal, multiply, negate, roundMoney, subtract, sum } from "@/ui";
import { BUY, LIMIT } from "../words";

/** One figure of a receipt, worked out again from the others on this device. */
export interface Check {
  name: "value" | "fees" | "account" | "journal" | "price" | "limit";
  holds: boolean;
  /** What it should be by the arithmetic of this device. */
  expected: string;
  /** What the receipt says. */
  found: string;
}

/** The house's books start with this; every other posting is the customer's own. */
const HOUSE = "house:";

const check = (name: Check["name"], expected: string, found: string): Check => ({
  name,
  expected,
  found,
  holds: equal(expected, found),
});

/** The levels of the book that the fill could be made against. */
const levelsOf = ({ side, tick }: Receipt) => (side === "ask" ? tick.asks : tick.bids);

/** The price must be one that the tick displayed, on the side that the customer pays. */
function checkPrice(receipt: Receipt): Check {
  const { fill } = receipt;
  const sideIsRight = receipt.side === (fill.direction === BUY ? "ask" : "bid");
  const displayed = levelsOf(receipt).find((level) => equal(level.price, fill.price));
  const best = levelsOf(receipt)[0]?.price ?? "0";
  return {
    name: "price",
    holds: sideIsRight && displayed !== undefined && compare(displayed.size, fill.quantity) >= 0,
    expected: displayed?.price ?? best,
    found: fill.price,
  };
}

/** A limit order never fills at a price worse than its limit. */
function checkLimit({ fill, order }: Receipt): Check[] {
  if (order.orderType !== LIMIT || !order.price) return [];
  const distance = compare(fill.price, order.price);
  const holds = fill.direction === BUY ? distance <= 0 : distance >= 0;
  return [{ name: "limit", holds, expected: order.price, found: fill.price }];
}

/** Every figure of a receipt that can be worked out from the others, worked out. */
export function verifyReceipt(receipt: Receipt): Check[] {
  const { fill, fees, journal } = receipt;
  const value = roundMoney(multiply(fill.price, fill.quantity));
  const moved = sum(
    journal.postings
      .filter((posting) => !posting.account.startsWith(HOUSE))
      .map((posting) => posting.amount),
  );
  const paid = fill.direction === BUY ? negate(add(value, fill.fee)) : subtract(value, fill.fee);
  return [
    check("value", value, fill.amount),
    check("fees", sum(fees.map((fee) => fee.amount)), fill.fee),
    check("account", paid, moved),
    ...journalChecks(journal.postings),
    checkPrice(receipt),
    ...checkLimit(receipt),
  ];
}

/** Money is neither made nor lost: in each currency the postings cancel out. */
function journalChecks(postings: Receipt["journal"]["postings"]): Check[] {
  const currencies = [...new Set(postings.map((posting) => posting.currency))];
  return currencies.map((currency) => {
    const own = postings.filter((posting) => posting.currency === currency);
    return check("journal", "0", sum(own.map((posting) => posting.amount)));
  });
}
