import type { components } from "./schema";

/**
 * The API's own names, by schema. They end in this folder: each file beside this one has the types that screens speak,
 * with the functions that read them from replies (`decode…`) and write them into requests (`encode…`).
 */
export type Wire = components["schemas"];

/** A moment in Unix milliseconds, which the wire writes as text. */
export const moment = (text: string): number => Number(text);

/** The same where there may be none. */
export const momentOrNull = (text: string | null | undefined): number | null =>
  text == null ? null : Number(text);
