import type { components } from "./schema";

/**
 * The API's own names, by schema. They are confined to this folder: each file beside this one has the types that
 * screens use, with the functions that read them from replies (`decode…`) and write them into requests (`encode…`).
 */
export type Wire = components["schemas"];

/** A moment in Unix milliseconds, which the wire writes as text. */
export const moment = (text: string): number => Number(text);

/** `moment` for an optional text. */
export const momentOrNull = (text: string | null | undefined): number | null =>
  text == null ? null : Number(text);
