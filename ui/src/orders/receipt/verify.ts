import type { FeeTerms, Receipt } from "@/api/receipt";
import { kindOf } from "@/products";
import {
  add,
  ceilMoney,
  ceilWhole,
  compare,
  currencyDecimals,
  equal,
  floorMoney,
  multiply,
  negate,
  roundMoney,
  subtract,
  sum,
} from "@/ui";

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

type Filled = Receipt["order"]["filledBefore"];

/** Fills from before the runs of a feed were counted: they were rounded, and paid their fees, each on its own. */
const isOld = ({ tick }: Receipt) => tick.epoch === "0";

/** Price times quantity, rounded against the customer. */
function roundedValue(receipt: Receipt): string {
  const { price, quantity, side, priceCurrency } = receipt.fill;
  const decimals = currencyDecimals(priceCurrency);
  const exact = multiply(price, quantity);
  if (isOld(receipt)) return roundMoney(exact);
  return side === "buy" ? ceilMoney(exact, decimals) : floorMoney(exact, decimals);
}

/** The fee for all that is filled of an order. */
function feeOf(terms: FeeTerms, { quantity, value }: Omit<Filled, "fee">): string {
  const exact = multiply(terms.rate, terms.basis === "quantity" ? quantity : value);
  if (equal(exact, "0")) return "0";
  const cents = terms.rounding === "up" ? ceilMoney(exact) : roundMoney(exact);
  const rounded = terms.wholeUnits ? ceilWhole(cents) : cents;
  const least = compare(rounded, terms.minimum) < 0 ? terms.minimum : rounded;
  return terms.maximum && compare(least, terms.maximum) > 0 ? terms.maximum : least;
}

/** Each fee is what the order's fee rose by with this fill, and together they are what the fill paid. */
function checkFees(receipt: Receipt): Check {
  const { fill, fees, order } = receipt;
  const before = order.filledBefore;
  const after = {
    quantity: add(before.quantity, fill.quantity),
    value: add(before.value, fill.value),
  };
  const expected = fees.map(({ terms, amount }) =>
    terms && !isOld(receipt) ? subtract(feeOf(terms, after), feeOf(terms, before)) : amount,
  );
  const linesHold = fees.every(({ amount }, index) => equal(amount, expected[index] ?? ""));
  const total = check("fees", sum(expected), fill.fee);
  return { ...total, holds: total.holds && linesHold };
}

/** The levels of the book that the fill could be made against. */
const levelsOf = ({ bookSide, tick }: Receipt) => (bookSide === "ask" ? tick.asks : tick.bids);

/** The price must be one that the tick displayed, on the side that the customer pays. */
function checkPrice(receipt: Receipt): Check {
  const { fill } = receipt;
  const sideIsRight = receipt.bookSide === (fill.side === "buy" ? "ask" : "bid");
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
  if (order.type === "market" || !order.limitPrice) return [];
  const distance = compare(fill.price, order.limitPrice);
  const holds = fill.side === "buy" ? distance <= 0 : distance >= 0;
  return [{ name: "limit", holds, expected: order.limitPrice, found: fill.price }];
}

/** What the fill moved on the customer's account: the value and the fees, and on margin the profit of what it closed. */
function movedBy({ fill }: Receipt, value: string): string {
  if (kindOf(fill).onMargin) return fill.profit ?? negate(fill.fee);
  return fill.side === "buy" ? negate(add(value, fill.fee)) : subtract(value, fill.fee);
}

/** Every figure of a receipt that can be worked out from the others, worked out. */
export function verifyReceipt(receipt: Receipt): Check[] {
  const { fill, journal } = receipt;
  const value = roundedValue(receipt);
  const moved = sum(
    journal.postings
      .filter((posting) => !posting.account.startsWith(HOUSE))
      .map((posting) => posting.amount),
  );
  return [
    check("value", value, fill.value),
    checkFees(receipt),
    check("account", movedBy(receipt, value), moved),
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
