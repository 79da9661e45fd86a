import { decodePage, type Paged } from "./paging";
import { moment, type Wire } from "./wire";

/** The subject of a notice; `other` is one of a newer server that this UI does not know. */
export type NoticeSubject =
  | "order"
  | "deposit"
  | "withdrawal"
  | "position"
  | "security"
  | "payout"
  | "identity"
  | "wallet"
  | "other";

/** A notice to the customer about the account. Its sentences are in the language of the request. */
export interface Notice {
  id: string;
  title: string;
  /** The text in parts: words, then a figure of the customer's own, and so on in turn. */
  parts: readonly string[];
  isRead: boolean;
  toldAt: number;
  subject: NoticeSubject;
  /** The order, deposit, withdrawal or position; null for a subject without an id. */
  subjectId: string | null;
  /** The instrument concerned. */
  instrument: { symbol: string; market: string } | null;
}

const SUBJECTS: Record<Wire["NoticeSubject"], NoticeSubject> = {
  order: "order",
  deposit: "deposit",
  withdrawal: "withdrawal",
  position: "position",
  security: "security",
  payout: "payout",
  identity: "identity",
  wallet: "wallet",
  // This subject has no screen yet.
  service: "other",
};

export const decodeNotice = (wire: Wire["NoticeRow"]): Notice => ({
  id: wire.id,
  title: wire.title,
  parts: wire.parts,
  isRead: wire.read,
  toldAt: moment(wire.createTimestamp),
  subject: SUBJECTS[wire.subject] ?? "other",
  subjectId: wire.subjectId ?? null,
  instrument:
    wire.stock_code && wire.market ? { symbol: wire.stock_code, market: wire.market } : null,
});

/** A page of the inbox, and the number of unread notices in all. */
export interface InboxPage extends Paged<Notice> {
  unread: number;
}

const decodeRows = decodePage(decodeNotice);

export const decodeInbox = (wire: Wire["InboxReply"]): InboxPage => ({
  ...decodeRows(wire),
  unread: wire.unread,
});

/** A push about the inbox; `unread` is the number of unread notices after it. */
export type InboxNews =
  | { what: "told"; unread: number }
  /** The notices that were read; null for all. */
  | { what: "read"; ids: string[] | null; unread: number };

interface WireNews {
  kind: string;
  unread: number;
  ids?: string[] | null;
}

/** Reads a pushed message; null if it is not about the inbox. */
export function decodeInboxMessage(data: unknown): InboxNews | null {
  const { kind, unread, ids } = data as WireNews;
  if (kind === "notice") return { what: "told", unread };
  return kind === "read" ? { what: "read", ids: ids ?? null, unread } : null;
}

/** The request that marks notices as read; null for all. */
export const encodeRead = (ids: string[] | null) => (ids ? { ids } : {});
