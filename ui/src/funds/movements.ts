import type { BillEntry } from "@/api/bill";
import type { WalletType } from "@/api/funds";
import { sum } from "@/ui/decimal";

/** What happened in one go, as a customer thinks of it: the lines of one journal in one row. */
export interface Movement {
  /** What it was: the line that everything else goes with. */
  main: BillEntry;
  /** All that moved in the account of `main`, fees among it. */
  amount: string;
  /** What the account had afterwards. */
  balanceAfter: string;
  /** The fees in `amount`, without a sign; null where there were none. */
  fees: string | null;
  /** The other side of a transfer, where the list has both. */
  arrived: BillEntry | null;
}

const unsigned = (amount: string) => amount.replace(/^-/, "");

function movementOf(lines: readonly BillEntry[]): Movement[] {
  const fees = lines.filter(({ kind }) => kind === "fee");
  const others = lines.filter(({ kind }) => kind !== "fee");
  const left = others.find(({ kind, amount }) => kind === "transfer" && amount.startsWith("-"));
  const arrived = left && others.find((line) => line.kind === "transfer" && line !== left);
  const mains = others.filter((line) => line !== arrived);
  // Fees that stand alone, as at the end of a page, are a row of their own.
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

/** The lines of the bill, newest first, with what belongs to one journal in one row. */
export function movementsOf(entries: readonly BillEntry[]): Movement[] {
  const journals = new Map<string, BillEntry[]>();
  for (const entry of entries) {
    const lines = journals.get(entry.id);
    // Pages that were read while money moved may have a line twice.
    if (lines?.some(({ line }) => line === entry.line)) continue;
    if (lines) lines.push(entry);
    else journals.set(entry.id, [entry]);
  }
  return exchangesJoined([...journals.values()].flatMap(movementOf));
}

const RATE = / @ (\S+)$/;

/** Whether money arrived by the exchange by which the other left, which has a journal in each currency. */
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

/** Both journals of an exchange in one row. They lie beside each other, what arrived being the newer one. */
function exchangesJoined(movements: Movement[]): Movement[] {
  return movements.flatMap((movement, index) => {
    const [newer, older] = [movements[index - 1], movements[index + 1]];
    if (older && isOtherSide(movement, older)) return [];
    if (newer && isOtherSide(newer, movement)) return [{ ...movement, arrived: newer.main }];
    return [movement];
  });
}

/** The rate of a transfer between two currencies, as its note ends with it. */
export const rateOf = ({ note }: BillEntry) => RATE.exec(note)?.[1];

/** Between which accounts a transfer went, by its two lines or by the server's note `BALANCE → HK_STOCK @ 7.8`. */
export function sidesOf(
  { main, arrived }: Movement,
  isType: (word: string | undefined) => word is WalletType,
): { from: WalletType; to: WalletType } | null {
  if (arrived) return { from: main.wallet, to: arrived.wallet };
  const [from, to] = main.note.replace(RATE, "").split(" → ");
  return isType(from) && isType(to) ? { from, to } : null;
}
