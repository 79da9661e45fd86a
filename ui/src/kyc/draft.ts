import { customerId } from "@/session";

/**
 * What a customer has typed of a document and not sent yet. It outlives a reload and a session that expired, and
 * nothing else: it is kept for this customer in the tab's own storage, which goes with the tab, until it is sent, the
 * customer logs out, or half an hour has passed. Of pictures it holds their numbers, and no bytes.
 */
export interface Draft {
  country: string;
  firstName: string;
  lastName: string;
  cardNumber: string;
  passportNumber: string;
  birthday: string;
  lines: string;
  /** Both sides of an ID card, and the page of a passport. */
  front: string;
  back: string;
  page: string;
}

export const emptyDraft: Draft = {
  country: "",
  firstName: "",
  lastName: "",
  cardNumber: "",
  passportNumber: "",
  birthday: "",
  lines: "",
  front: "",
  back: "",
  page: "",
};

const KEEP_MS = 30 * 60_000;
const PREFIX = "kycDraft:";
const keyOf = (customer: string) => `${PREFIX}${customer}`;

interface Kept {
  at: number;
  draft: Draft;
}

/** A private window may refuse its storage: then what was typed is lost with the page. */
function attempt<T>(act: () => T): T | null {
  try {
    return act();
  } catch {
    return null;
  }
}

export function readDraft(now = Date.now()): Draft {
  const customer = customerId();
  if (customer === undefined) return emptyDraft;
  const kept = attempt(
    () => JSON.parse(sessionStorage.getItem(keyOf(customer)) ?? "null") as Kept | null,
  );
  if (!kept) return emptyDraft;
  if (now - kept.at < KEEP_MS) return { ...emptyDraft, ...kept.draft };
  forgetDraft();
  return emptyDraft;
}

export function keepDraft(draft: Draft, now = Date.now()): void {
  const customer = customerId();
  if (customer === undefined) return;
  const kept: Kept = { at: now, draft };
  attempt(() => sessionStorage.setItem(keyOf(customer), JSON.stringify(kept)));
}

/** Forgets what this customer has typed. */
export function forgetDraft(): void {
  const customer = customerId();
  if (customer !== undefined) attempt(() => sessionStorage.removeItem(keyOf(customer)));
}
