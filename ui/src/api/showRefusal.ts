import type { FieldValues, Path, UseFormReturn } from "react-hook-form";
import { ApiError } from "./errors";

/**
 * Puts a refusal next to its field: the one that the server names, or the form's own for the error's word. Any other
 * refusal belongs to the form as a whole. The text is the server's sentence, in the customer's language. A call that
 * got no answer is skipped here: a toast reports it.
 */
export function showRefusal<T extends FieldValues>(
  form: UseFormReturn<T>,
  error: unknown,
  fieldOf: Partial<Record<string, Path<T>>> = {},
): void {
  if (!(error instanceof ApiError)) return;
  const named = Object.keys(form.getValues()).find((name) => name === error.field);
  const field = fieldOf[error.error] ?? (named as Path<T> | undefined);
  const refusal = { type: error.error, message: error.msg };
  if (field) form.setError(field, refusal, { shouldFocus: true });
  else form.setError("root", refusal);
}
