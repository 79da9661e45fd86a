import { platform } from "@/platform";
import { customerId, onSessionChange } from "@/session";

/**
 * What a customer has typed into a form and not sent yet. It outlives a reload and a session that expired, and nothing
 * else: it is kept for this customer in the tab's own storage, which goes with the tab, until it is sent, the customer
 * logs out in whichever tab, another one comes, or half an hour has passed since something was typed. Of pictures it
 * holds their numbers, and no bytes; a password it never holds.
 */
export interface KeptForm<T extends object> {
  /** What was typed, or null where nothing is kept. */
  read: (now?: number) => T | null;
  /** Keeps what stands in the form. Where that is kept already, nothing was typed, and its half hour goes on. */
  keep: (typed: T, now?: number) => void;
  forget: () => void;
}

const KEEP_MS = 30 * 60_000;
/** How often a tab looks for what is too old. */
const LOOK_MS = 60_000;

/**
 * How often somebody has logged out on this device. Other tabs, also one that sleeps, tell by it a log-out from a session
 * that expired: both leave no token.
 */
const LOG_OUTS = "logOuts";
const logOuts = () => {
  const count = Number(platform.serverStorage.get(LOG_OUTS));
  return Number.isSafeInteger(count) ? count : 0;
};

interface Kept {
  at: number;
  /** The log-outs before it; an older version did not write them down. */
  logOuts?: number;
  draft: object;
}

/** A private window may refuse its storage: then what was typed is lost with the page. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

/** What is kept under a key and still counts. A clock that was set back makes nothing young again. */
function valid(key: string, now: number): Kept | null {
  const kept = attempt(() => JSON.parse(sessionStorage.getItem(key) ?? "null") as Kept | null);
  const isYoung = kept !== null && Math.abs(now - kept.at) < KEEP_MS;
  return isYoung && (kept.logOuts ?? 0) === logOuts() ? kept : null;
}

/** Forgets those forms of this tab that are told so by their key, at whose end their customer's number stands. */
function forgetWhere(isPast: (key: string, owner: string) => boolean): void {
  attempt(() => {
    for (const key of Object.keys(sessionStorage)) {
      const owner = /:(\d+)$/.exec(key)?.[1];
      if (owner !== undefined && isPast(key, owner)) sessionStorage.removeItem(key);
    }
  });
}

/** Forgets what is too old, what was typed before a log-out, and what is of another than the present customer. */
function forgetPast(): void {
  const customer = customerId();
  forgetWhere((key, owner) => (customer ?? owner) !== owner || !valid(key, Date.now()));
}

/**
 * The customer logs out: nothing that was typed on this device stays. This tab forgets whatever becomes of the count,
 * which a full storage does not take; the others forget by it.
 */
export function forgetAllForms(): void {
  forgetWhere(() => true);
  platform.serverStorage.set(LOG_OUTS, String(logOuts() + 1));
}

/** Forgets in time, whether or not anybody looks at a form again. An expired session alone ends nothing. */
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

/** What is kept under a name, one for each form. What a form has and an older version of it had not is as in `empty`. */
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
