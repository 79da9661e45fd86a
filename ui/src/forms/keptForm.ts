import { platform } from "@/platform";
import { customerId, onSessionChange } from "@/session";

/**
 * The unsent input of a customer's form. It survives a reload and an expired session only: it is kept for this customer
 * in the tab's own storage, which ends with the tab, until it is sent, the customer logs out in any tab, another
 * customer logs in, or half an hour has passed since the last input. Pictures are kept by number, without their bytes;
 * a password is never kept.
 */
export interface KeptForm<T extends object> {
  /** The kept input, or null if there is none. */
  read: (now?: number) => T | null;
  /** Keeps the form's input. Unchanged input does not restart its half hour. */
  keep: (typed: T, now?: number) => void;
  forget: () => void;
}

const KEEP_MS = 30 * 60_000;
/** The interval at which a tab deletes expired input. */
const LOOK_MS = 60_000;

/**
 * Number of log-outs on this device. By it other tabs, also suspended ones, distinguish a log-out from an expired
 * session: both leave no token.
 */
const LOG_OUTS = "logOuts";
const logOuts = () => {
  const count = Number(platform.serverStorage.get(LOG_OUTS));
  return Number.isSafeInteger(count) ? count : 0;
};

interface Kept {
  at: number;
  /** The log-outs before it; an older version did not store them. */
  logOuts?: number;
  draft: object;
}

/** A private window may refuse its storage: input is then lost with the page. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** The valid input under a key. A clock that was set back does not make it younger. */
function valid(key: string, now: number): Kept | null {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null);
  const isYoung = kept !== null && Math.abs(now - kept.at) < KEEP_MS;
  return isYoung && (kept.logOuts ?? 0) === logOuts() ? kept : null;
}

/** Deletes forms of this tab by their key, which ends with the customer's number. */
function forgetWhere(isPast: (key: string, owner: string) => boolean): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) {
      const owner = /:(\d+)$/.exec(key)?.[1];
      if (owner !== undefined && isPast(key, owner)) sessionStorage.removeItem(key);
    }
  });
}

/** Deletes input that is expired, from before a log-out, or of another customer. */
function forgetPast(): void {
  const customer = customerId();
  forgetWhere((key, owner) => (customer ?? owner) !== owner || !valid(key, Date.now()));
}

/**
 * Deletes all input on this device at a log-out. This tab deletes its own even if a full storage cannot take the new
 * count; other tabs delete theirs by the count.
 */
export function forgetAllForms(): void {
  forgetWhere(() => true);
  platform.serverStorage.set(LOG_OUTS, String(logOuts() + 1));
}

/** Deletes input in time, even if no form is opened again. An expired session alone deletes nothing. */
export function forgetFormsInTime(): () => void {
  const places = [
    [window, "storage"],
    [window, "pageshow"],
    [document, "visibilitychange"],
  ] as const;
  for (const [place, event] of places) place.addEventListener(event, forgetPast);
  const unsubscribe = onSessionChange(forgetPast);
  const timer = setInterval(forgetPast, LOOK_MS);
  forgetPast();
  return () => {
    for (const [place, event] of places) place.removeEventListener(event, forgetPast);
    unsubscribe();
    clearInterval(timer);
  };
}

/** The kept input of one form, by its name. Fields that an older version did not have are those of `empty`. */
export function keptForm<T extends object>(name: string, empty: T): KeptForm<T> {
  const keyOfCustomer = () => {
    const customer = customerId();
    return customer === undefined ? null : `${name}:${customer}`;
  };
  const forget = () => {
    const key = keyOfCustomer();
    if (key) attempt(() => sessionStorage.removeItem(key));
  };
  const read = (now = Date.now()) => {
    const key = keyOfCustomer();
    if (!key) return null;
    const kept = valid(key, now);
    if (kept) return { ...empty, ...kept.draft };
    forget();
    return null;
  };
  return {
    forget,
    read,
    keep(typed, now = Date.now()) {
      const key = keyOfCustomer();
      const draft = { ...empty, ...typed };
      if (!key || JSON.stringify(read(now)) === JSON.stringify(draft)) return;
      const kept: Kept = { at: now, logOuts: logOuts(), draft };
      attempt(() => sessionStorage.setItem(key, JSON.stringify(kept)));
    },
  };
}
