/** The reasons why a check can fail. */
const REASONS = [
  "document_unreadable",
  "image_missing_corner",
  "document_expired",
  "document_type_unsupported",
  "name_differs",
  "number_invalid",
  "underage",
  "document_in_use",
] as const;

/** A reason that this UI has a text for; `other` for one of a newer server. */
export const reasonWord = (reason: string) => REASONS.find((known) => known === reason) ?? "other";
