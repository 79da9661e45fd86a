import type { ApiError } from "./errors";
import { encodeFile } from "./fileAddress";
import type { FileId } from "./files";
import { momentOrNull, type Wire } from "./wire";

/** `other` is a status of a newer server that this UI does not know. */
export type KycStatus = "none" | "underReview" | "verified" | "unsuccessful" | "other";
export type DocumentKind = "idCard" | "passport";

/** The progress of a customer's identity check. It has no content of the document. */
export interface Kyc {
  status: KycStatus;
  /** The reasons for failure, as the server's words. */
  reasons: readonly string[];
  document: DocumentKind | null;
  /** The issuing country, in two letters. */
  country: string | null;
  sentAt: number | null;
  /** The deadline of the review. */
  reviewUntil: number | null;
  /** True if the review is past its deadline. */
  overdue: boolean;
  reviewedAt: number | null;
  reviewedBy: "autopilot" | "reviewers" | null;
  /** The time when the pictures of an unsuccessful check are deleted. */
  picturesUntil: number | null;
  /** For paper money: a first name whose check always fails, for testing. */
  refusedName: string | null;
}

/** The typed data of a document, and its pictures. */
export interface Identity {
  document: DocumentKind;
  country: string;
  firstName: string;
  lastName: string;
  number: string;
  /** `YYYY-MM-DD`; empty if the document itself states it. */
  birthday: string;
  /** The two lines at the bottom of a passport's page; empty for an ID card. */
  lines: readonly string[];
  front: FileId;
  back: FileId | null;
}

/** A country or region whose documents are accepted. */
export interface Area {
  /** Two letters of ISO 3166-1. */
  code: string;
  /** In the customer's language. */
  name: string;
  /** All names to search by. */
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

/** The part of a document that the server refused; null for any other field. */
export const refusedPart = ({ field }: ApiError): keyof Identity | null =>
  (field && FIELDS[field]) || null;

export const decodeArea = (wire: Wire["AreaReply"]): Area => ({
  code: wire.country,
  name: wire.name,
  names: [wire.name, wire.nameEn, wire.nameZhHans, wire.nameZhHant, wire.country],
});
