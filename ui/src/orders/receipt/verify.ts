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

/** One figure of a receipt, recalculated from the others on this device. */
export interface Check {
  name: "value" | "fees" | "account" | "journal" | "price" | "limit" | "settlement";
  holds: boolean;
  /** The figure calculated on this device. */
  expected: string;
  /** The figure in the receipt. */
  found: string;
}

/** The prefix of the house's books; all other postings are the customer's. */
const HOUSE = "house:";

const check = (name: Check["name"], expected: string, found: string): Check => ({
  name,
  expected,
  found,
  holds: equal(expected, found),
});

type Filled = Receipt["order"]["filledBefore"];

/** True for a fill from before feeds had epochs: such fills were rounded and charged fees one by one. */
const isOld = ({ tick }: Receipt) => tick?.epoch === "0";

/** Price times quantity times multiplier, rounded against the customer. */
function roundedValue(receipt: Receipt): string {
  const { price, quantity, multiplier, side, priceCurrency } = receipt.fill;
  const decimals = currencyDecimals(priceCurrency);
  const exact = multiply(multiply(price, quantity), multiplier);
  if (isOld(receipt)) return roundMoney(exact);
  // A settlement is nobody's side.
  if (receipt.settlement) return roundMoney(exact, decimals);
  return side === "buy" ? ceilMoney(exact, decimals) : floorMoney(exact, decimals);
}

/** The figure of an order that each basis multiplies with its rate. */
const BASES: Record<FeeTerms["basis"], (filled: Omit<Filled, "fee">) => string> = {
  quantity: ({ quantity }) => quantity,
  value: ({ value }) => value,
  makerValue: ({ makerValue }) => makerValue,
  takerValue: ({ value, makerValue }) => subtract(value, makerValue),
};

/** The fee for the filled quantity of an order, to the smallest unit of its currency. */
function feeOf(terms: FeeTerms, filled: Omit<Filled, "fee">, currency: string): string {
  const exact = multiply(terms.rate, BASES[terms.basis](filled));
  if (equal(exact, "0")) return "0";
  const decimals = currencyDecimals(currency);
  const units = terms.rounding === "up" ? ceilMoney(exact, decimals) : roundMoney(exact, decimals);
  const rounded = terms.wholeUnits ? ceilWhole(units) : units;
  const least = compare(rounded, terms.minimum) < 0 ? terms.minimum : rounded;
  return terms.maximum && compare(least, terms.maximum) > 0 ? terms.maximum : least;
}

/** Checks that each fee is the increase of the order's fee with this fill, and that their sum is the fill's fee. */
function checkFees(receipt: Receipt): Check {
  const { fill, fees, order } = receipt;
  const before = order.filledBefore;
  const after = {
    quantity: add(before.quantity, fill.quantity),
    value: add(before.value, fill.value),
    makerValue: add(before.makerValue, fill.liquidity === "maker" ? fill.value : "0"),
  };
  const rise = (terms: FeeTerms) =>
    subtract(feeOf(terms, after, fill.currency), feeOf(terms, before, fill.currency));
  const expected = fees.map(({ terms, amount }) =>
    terms && !isOld(receipt) ? rise(terms) : amount,
  );
  const linesHold = fees.every(({ amount }, index) => equal(amount, expected[index] ?? ""));
  const total = check("fees", sum(expected), fill.fee);
  return { ...total, holds: total.holds && linesHold };
}

/** The levels of the book that the fill could match. */
const levelsOf = ({ bookSide, tick }: Receipt) =>
  (bookSide === "ask" ? tick?.asks : tick?.bids) ?? [];

/** Checks that the price was displayed by the tick, on the side that the customer pays. */
function checkTick(receipt: Receipt): Check {
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

/** Checks that the price is that of the contract's last settlement. */
function checkSettlement({ fill, settlement }: Receipt): Check {
  return check("settlement", settlement?.price ?? "0", fill.price);
}

/** The check of a price, by the source that proves it. */
const PRICE_CHECKS: Record<Receipt["priceSource"], (receipt: Receipt) => Check> = {
  tick: checkTick,
  settlement: checkSettlement,
};

/** Checks that a limit order did not fill at a price worse than its limit. */
function checkLimit({ fill, order }: Receipt): Check[] {
  if (order.type === "market" || !order.limitPrice) return [];
  const distance = compare(fill.price, order.limitPrice);
  const holds = fill.side === "buy" ? distance <= 0 : distance >= 0;
  return [{ name: "limit", holds, expected: order.limitPrice, found: fill.price }];
}

/**
 * The change of the customer's account by the fill: the value and the fees, and on margin the profit of the close, of
 * which daily settlements may have paid a part before.
 */
function movedBy({ fill, settledProfit }: Receipt, value: string): string {
  if (kindOf(fill).onMargin) {
    return fill.profit ? subtract(fill.profit, settledProfit ?? "0") : negate(fill.fee);
  }
  return fill.side === "buy" ? negate(add(value, fill.fee)) : subtract(value, fill.fee);
}

/** Checks every figure of a receipt that can be calculated from the others. */
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
    PRICE_CHECKS[receipt.priceSource](receipt),
    ...checkLimit(receipt),
  ];
}

/** Checks that the postings of each currency sum to zero. */
function journalChecks(postings: Receipt["journal"]["postings"]): Check[] {
  const currencies = [...new Set(postings.map((posting) => posting.currency))];
  return currencies.map((currency) => {
    const own = postings.filter((posting) => posting.currency === currency);
    return check("journal", "0", sum(own.map((posting) => posting.amount)));
  });
}
