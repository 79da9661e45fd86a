import type { BillEntry } from "@/api/bill";
import type { WalletType } from "@/api/funds";
import { sum } from "@/decimal";

/** One event from the customer's view: the lines of one journal in one row. */
export interface Movement {
  /** The main line of the event. */
  main: BillEntry;
  /** The total moved in the account of `main`, fees included. */
  amount: string;
  /** The balance after the event. */
  balanceAfter: string;
  /** The fees in `amount`, unsigned; null if there were none. */
  fees: string | null;
  /** The other side of a transfer, if the list has both. */
  arrived: BillEntry | null;
}

const unsigned = (amount: string) => amount.replace(/^-/, "");

function movementOf(lines: readonly BillEntry[]): Movement[] {
  const fees = lines.filter(({ kind }) => kind === "fee");
  const others = lines.filter(({ kind }) => kind !== "fee");
  const left = others.find(({ kind, amount }) => kind === "transfer" && amount.startsWith("-"));
  const arrived = left && others.find((line) => line.kind === "transfer" && line !== left);
  const mains = others.filter((line) => line !== arrived);
  // Fees without a main line, as at the end of a page, are their own row.
  if (mains.length === 0) mains.push(...fees.splice(0));
  return mains.map((main, index) => {
    const own = index === 0 ? fees.filter(({ wallet }) => wallet === main.wallet) : [];
    return {
      main,
      amount: own.length > 0 ? sum([main, ...own].map(({ amount }) => amount)) : main.amount,
      // The list begins with the newest line.
      balanceAfter: (own[0] ?? main).balanceAfter,
      fees: own.length > 0 ? unsigned(sum(own.map(({ amount }) => amount))) : null,
      arrived: main === left ? (arrived ?? null) : null,
    };
  });
}

/** The lines of the bill, newest first, with one row per journal. */
export function movementsOf(entries: readonly BillEntry[]): Movement[] {
  const journals = new Map<string, BillEntry[]>();
  for (const entry of entries) {
    const lines = journals.get(entry.id);
    // Pages read while money moved may contain a line twice.
    if (lines?.some(({ line }) => line === entry.line)) continue;
    if (lines) lines.push(entry);
    else journals.set(entry.id, [entry]);
  }
  return exchangesJoined([...journals.values()].flatMap(movementOf));
}

const RATE = / @ (\S+)$/;

/** True for the two sides of one exchange, which has a journal in each currency. */
const isOtherSide = ({ main, arrived }: Movement, other: Movement) =>
  arrived === null &&
  other.arrived === null &&
  main.kind === "transfer" &&
  RATE.test(main.note) &&
  main.note === other.main.note &&
  main.at === other.main.at &&
  main.currency !== other.main.currency &&
  !main.amount.startsWith("-") &&
  other.main.amount.startsWith("-");

/** Joins both journals of an exchange in one row. They are adjacent, the arriving one being newer. */
function exchangesJoined(movements: Movement[]): Movement[] {
  return movements.flatMap((movement, index) => {
    const [newer, older] = [movements[index - 1], movements[index + 1]];
    if (older && isOtherSide(movement, older)) return [];
    if (newer && isOtherSide(newer, movement)) return [{ ...movement, arrived: newer.main }];
    return [movement];
  });
}

/** The rate of a transfer between two currencies, from the end of its note. */
export const rateOf = ({ note }: BillEntry) => RATE.exec(note)?.[1];

/** The accounts of a transfer, from its two lines or from the server's note `BALANCE → HK_STOCK @ 7.8`. */
export function sidesOf(
  { main, arrived }: Movement,
  isType: (word: string | undefined) => word is WalletType,
): { from: WalletType; to: WalletType } | null {
  if (arrived) return { from: main.wallet, to: arrived.wallet };
  const [from, to] = main.note.replace(RATE, "").split(" → ");
  return isType(from) && isType(to) ? { from, to } : null;
}
