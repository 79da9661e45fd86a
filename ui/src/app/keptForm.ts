import { customerId } from "@/session";

/**
 * What a customer has typed into a form and not sent yet. It outlives a reload and a session that expired, and nothing
 * else: it is kept for this customer in the tab's own storage, which goes with the tab, until it is sent, the customer
 * logs out, or half an hour has passed. Of pictures it holds their numbers, and no bytes; a password it never holds.
 */
export interface KeptForm<T extends object> {
  /** What was typed, or null where nothing is kept. */
  read: (now?: number) => T | null;
  keep: (typed: T, now?: number) => void;
  forget: () => void;
}

const KEEP_MS = 30 * 60_000;

interface Kept<T> {
  at: number;
  draft: T;
}

/** A private window may refuse its storage: then what was typed is lost with the page. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** What is kept under a name, one for each form. What a form has and an older version of it had not is as in `empty`. */
export function keptForm<T extends object>(name: string, empty: T): KeptForm<T> {
  const key = () => {
    const customer = customerId();
    return customer === undefined ? null : `${name}:${customer}`;
  };
  const forget = () => {
    const at = key();
    if (at) attempt(() => sessionStorage.removeItem(at));
  };
  return {
    forget,
    read(now = Date.now()) {
      const at = key();
      if (!at) return null;
      const kept = attempt(
        () => JSON.parse(sessionStorage.getItem(at) ?? "null") as Kept<Partial<T>> | null,
      );
      if (!kept) return null;
      if (now - kept.at < KEEP_MS) return { ...empty, ...kept.draft };
      forget();
      return null;
    },
    keep(draft, now = Date.now()) {
      const at = key();
      if (at) attempt(() => sessionStorage.setItem(at, JSON.stringify({ at: now, draft })));
    },
  };
}
