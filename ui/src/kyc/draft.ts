import { keptForm } from "@/forms/keptForm";

/** A customer's unsent input for a document: see `keptForm`. */
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

/** Deletes this customer's input. */
export const forgetDraft = kept.forget;
