import { keptForm } from "@/app/keptForm";

/** What a customer has typed of a document and not sent yet: see `keptForm`. */
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

const kept = keptForm("kycDraft", emptyDraft);

export const readDraft = (now?: number): Draft => kept.read(now) ?? emptyDraft;

export const keepDraft = kept.keep;

/** Forgets what this customer has typed. */
export const forgetDraft = kept.forget;
