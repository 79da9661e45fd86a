import { storageOf } from "@/customerStorage";
import { createStore } from "@/store";

const STORAGE_KEY = "unanswered";
/** The server keeps the first reply to a key for longer than this. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A money action that was sent and got no answer yet. */
export interface Unanswered {
  /** The name of the money action. */
  action: string;
  /** The body as it was sent, in JSON: a repetition sends it unchanged. */
  body: string;
  /** Its Idempotency-Key. */
  key: string;
  /** The time of the first try, in Unix milliseconds. */
  since: number;
  /** The action's subject in the customer's words, if the body has only its id. */
  subject?: string;
}

/** Counts the changes, so that screens can subscribe to them. */
export const unansweredChanges = createStore(0);

export const tellUnansweredChange = () => unansweredChanges.set(unansweredChanges.get() + 1);

const DECIMAL = /^\d+(\.\d*)?$/;

/** A value in canonical form: 180.50 and 180.5 are one price. */
function plain(value: unknown): unknown {
  if (typeof value !== "string" || !DECIMAL.test(value)) return value;
  const whole = value.replace(/^0+(?=\d)/, "");
  return whole.includes(".") ? whole.replace(/\.?0*$/, "") : whole;
}

/** The canonical form of a body: equal for bodies that differ only in how decimals are written. */
function meaningOf(body: object): string {
  const parts = Object.entries(body).filter(([, value]) => value !== undefined);
  parts.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify(parts.map(([name, value]) => [name, plain(value)]));
}

/**
 * A customer's money actions that were sent and got no answer yet, each with its Idempotency-Key. They are stored
 * before they are sent, so that neither a closed sheet nor a reloaded page creates a second key for an action that may
 * have been carried out.
 */
export function unansweredOf(customer: string | undefined) {
  const storage = storageOf(customer);

  function list(): Unanswered[] {
    try {
      const stored = JSON.parse(storage.get(STORAGE_KEY) ?? "[]") as Unanswered[];
      return stored.filter(({ since }) => Date.now() - since < KEPT_MS);
    } catch {
      return [];
    }
  }

  async function write(entries: Unanswered[]): Promise<void> {
    const written =
      entries.length > 0
        ? storage.set(STORAGE_KEY, JSON.stringify(entries))
        : storage.remove(STORAGE_KEY);
    tellUnansweredChange();
    await written;
  }

  return {
    list,
    /** The latest unanswered try with this action and body; if none, the latest that `about` finds equal. */
    find(
      action: string,
      body: object,
      about: (body: object) => object = (same) => same,
    ): Unanswered | undefined {
      const tries = list()
        .reverse()
        .filter((entry) => entry.action === action);
      const alike = (part: (body: object) => object) => {
        const meaning = meaningOf(part(body));
        return tries.find((entry) => meaningOf(part(JSON.parse(entry.body))) === meaning);
      };
      return alike((same) => same) ?? alike(about);
    },
    has: (key: string) => list().some((entry) => entry.key === key),
    /** Resolves once it is on the device; rejects if the device could not keep it. */
    add: (entry: Unanswered): Promise<void> =>
      write([...list().filter(({ key }) => key !== entry.key), entry]),
    /** An entry that comes back after a failure asks only about what was answered. */
    remove(key: string): void {
      write(list().filter((entry) => entry.key !== key)).catch(() => undefined);
    },
  };
}
