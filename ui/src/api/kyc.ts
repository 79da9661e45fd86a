import type { ApiError } from "./errors";
import { encodeFile } from "./fileAddress";
import type { FileId } from "./files";
import { momentOrNull, type Wire } from "./wire";

/** `other` is what a newer server knows and this UI does not. */
export type KycStatus = "none" | "underReview" | "verified" | "unsuccessful" | "other";
export type DocumentKind = "idCard" | "passport";

/** How far the check of a customer's identity has come. It holds nothing of what the document says. */
export interface Kyc {
  status: KycStatus;
  /** Why it was unsuccessful, as words of the server. */
  reasons: readonly string[];
  document: DocumentKind | null;
  /** Who issued it, in two letters. */
  country: string | null;
  sentAt: number | null;
  /** By when it is reviewed. */
  reviewUntil: number | null;
  /** The review takes longer than was said. */
  overdue: boolean;
  reviewedAt: number | null;
  reviewedBy: "autopilot" | "reviewers" | null;
  /** By when the pictures of an unsuccessful check are deleted. */
  picturesUntil: number | null;
  /** Paper money: a first name whose check is unsuccessful, for trying it. */
  refusedName: string | null;
}

/** What a customer types of a document, and the pictures of it. */
export interface Identity {
  document: DocumentKind;
  country: string;
  firstName: string;
  lastName: string;
  number: string;
  /** `YYYY-MM-DD`; empty where the document says it. */
  birthday: string;
  /** The two lines at the bottom of a passport's page; none of an ID card. */
  lines: readonly string[];
  front: FileId;
  back: FileId | null;
}

/** A country or region whose documents are taken. */
export interface Area {
  /** Two letters of ISO 3166-1. */
  code: string;
  /** In the customer's language. */
  name: string;
  /** All that it may be searched by. */
  names: readonly string[];
}

const STATUSES: Record<Wire["KycStatus"], KycStatus> = {
  0: "none",
  1: "underReview",
  2: "verified",
  3: "unsuccessful",
};
const DOCUMENTS: Record<Wire["DocumentType"], DocumentKind> = { 1: "idCard", 2: "passport" };
const DOCUMENT_TYPES: Record<DocumentKind, Wire["DocumentType"]> = { idCard: 1, passport: 2 };

export const decodeKyc = ({ kyc, paperRefusedName }: Wire["ApplicationsReply"]): Kyc => ({
  status: STATUSES[kyc.kycStatus] ?? "other",
  reasons: kyc.reasons,
  document: kyc.documentType == null ? null : (DOCUMENTS[kyc.documentType] ?? null),
  country: kyc.country ?? null,
  sentAt: momentOrNull(kyc.submitTimestamp),
  reviewUntil: momentOrNull(kyc.reviewUntilTimestamp),
  overdue: kyc.overdue,
  reviewedAt: momentOrNull(kyc.reviewTimestamp),
  reviewedBy: kyc.reviewedBy ?? null,
  picturesUntil: momentOrNull(kyc.imagesUntilTimestamp),
  refusedName: paperRefusedName ?? null,
});

export function encodeIdentity(identity: Identity): Wire["IdentityRequest"] {
  const { document, country, number, birthday, lines, front, back } = identity;
  const [first, second] = lines;
  return {
    documentType: DOCUMENT_TYPES[document],
    country,
    firstName: identity.firstName.trim(),
    lastName: identity.lastName.trim(),
    documentNumber: number.trim(),
    frontUrl: encodeFile(front),
    ...(back ? { backUrl: encodeFile(back) } : {}),
    ...(birthday ? { birthDate: birthday } : {}),
    ...(first && second ? { mrzLine1: first, mrzLine2: second } : {}),
  };
}

const FIELDS: Partial<Record<string, keyof Identity>> = {
  country: "country",
  firstName: "firstName",
  lastName: "lastName",
  documentNumber: "number",
  birthDate: "birthday",
  mrzLine1: "lines",
  mrzLine2: "lines",
  frontUrl: "front",
  backUrl: "back",
} satisfies Record<Exclude<keyof Wire["IdentityRequest"], "documentType">, keyof Identity>;

/** What of a document the server refused; null where it is none of what was typed. */
export const refusedPart = ({ field }: ApiError): keyof Identity | null =>
  (field && FIELDS[field]) || null;

export const decodeArea = (wire: Wire["AreaReply"]): Area => ({
  code: wire.country,
  name: wire.name,
  names: [wire.name, wire.nameEn, wire.nameZhHans, wire.nameZhHant, wire.country],
});
