import { storageOf } from "@/customerStorage";

const STORAGE_KEY = "unanswered";
/** The server keeps the first reply to a key for longer than this. */
const KEPT_MS = 24 * 60 * 60 * 1000;

interface Entry {
  action: string;
  body: string;
  key: string;
  since: number;
}

/**
 * The money actions of a customer that left for the server and whose answer has not arrived, each
 * with its Idempotency-Key. They are written down before they leave, so that neither a closed sheet
 * nor a reloaded page makes a second key for what may have been done already.
 */
export function unansweredOf(customer: string | undefined) {
  const storage = storageOf(customer);

  function read(): Entry[] {
    try {
      const stored = JSON.parse(storage.get(STORAGE_KEY) ?? "[]") as Entry[];
      return stored.filter(({ since }) => Date.now() - since < KEPT_MS);
    } catch {
      return [];
    }
  }

  function write(list: Entry[]): void {
    if (list.length > 0) storage.set(STORAGE_KEY, JSON.stringify(list));
    else storage.remove(STORAGE_KEY);
  }

  return {
    /** The key under which the action was sent before, if that got no answer. */
    keyOf(action: string, body: object): string | undefined {
      const text = JSON.stringify(body);
      return read().find((entry) => entry.action === action && entry.body === text)?.key;
    },
    add(action: string, body: object, key: string): void {
      const rest = read().filter((entry) => entry.key !== key);
      write([...rest, { action, body: JSON.stringify(body), key, since: Date.now() }]);
    },
    remove(key: string): void {
      write(read().filter((entry) => entry.key !== key));
    },
  };
}
