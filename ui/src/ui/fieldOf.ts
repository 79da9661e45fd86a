import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** What ties a field to its form: its value, and the sentence that says what is wrong with it. */
export function fieldOf<V extends FieldValues>(form: UseFormReturn<V>, name: Path<V>) {
  const { error } = form.getFieldState(name, form.formState);
  return { ...form.register(name), error: error?.message };
}

export type FormField = ReturnType<typeof fieldOf>;
