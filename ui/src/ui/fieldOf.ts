import type { FieldValues, Path, UseFormReturn } from "react-hook-form";

/** Connects a field to its form: its value, and its error as a sentence. */
export function fieldOf<V extends FieldValues>(form: UseFormReturn<V>, name: Path<V>) {
  const { error } = form.getFieldState(name, form.formState);
  return { ...form.register(name), error: error?.message };
}

export type FormField = ReturnType<typeof fieldOf>;
