import { decodePage, type Paged } from "./paging";
import { moment, type Wire } from "./wire";

/** What a notice is about; `other` is what a newer server knows and this UI does not. */
export type NoticeSubject =
  | "order"
  | "deposit"
  | "withdrawal"
  | "position"
  | "security"
  | "payout"
  | "identity"
  | "other";

/** Something that the customer was told of the account. Its sentences are in the language of the request. */
export interface Notice {
  id: string;
  title: string;
  text: string;
  isRead: boolean;
  toldAt: number;
  subject: NoticeSubject;
  /** The order, deposit, withdrawal or position; null for what has no id. */
  subjectId: string | null;
  /** The instrument that it is about. */
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
  // Its screen is not there yet.
  service: "other",
};

export const decodeNotice = (wire: Wire["NoticeRow"]): Notice => ({
  id: wire.id,
  title: wire.title,
  text: wire.content,
  isRead: wire.read,
  toldAt: moment(wire.createTimestamp),
  subject: SUBJECTS[wire.subject] ?? "other",
  subjectId: wire.subjectId ?? null,
  instrument:
    wire.stock_code && wire.market ? { symbol: wire.stock_code, market: wire.market } : null,
});

/** A page of the inbox, and how much of all of it is not read. */
export interface InboxPage extends Paged<Notice> {
  unread: number;
}

const decodeRows = decodePage(decodeNotice);

export const decodeInbox = (wire: Wire["InboxReply"]): InboxPage => ({
  ...decodeRows(wire),
  unread: wire.unread,
});

/** What the socket tells of the inbox; `unread` counts what is not read afterwards. */
export type InboxNews =
  | { what: "told"; unread: number }
  /** These have been read; null for all. */
  | { what: "read"; ids: string[] | null; unread: number };

interface WireNews {
  kind: string;
  unread: number;
  ids?: string[] | null;
}

/** Reads a message of the socket; null where it is not about the inbox. */
export function decodeInboxMessage(data: unknown): InboxNews | null {
  const { kind, unread, ids } = data as WireNews;
  if (kind === "notice") return { what: "told", unread };
  return kind === "read" ? { what: "read", ids: ids ?? null, unread } : null;
}

/** Names the notices that were read; null for all. */
export const encodeRead = (ids: string[] | null) => (ids ? { ids } : {});
