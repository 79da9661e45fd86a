import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from "react";
import { classes } from "./classes";

export interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  /** The error in the value, as a whole sentence. */
  error?: string;
  /** Help for filling in the field. Hidden while there is an error. */
  hint?: ReactNode;
  /** A unit or a button at the end of the field. */
  end?: ReactNode;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled text input. The label stays above the value and the error below it. */
export function Field({ label, error, hint, end, className, id, ref, ...input }: FieldProps) {
  const generated = useId();
  const fieldId = id ?? generated;
  const noteId = `${fieldId}-note`;
  const note = error ?? hint;
  return (
    <div className={className}>
      <div
        className={classes(
          "flex min-h-14 items-center gap-3 rounded-control border bg-surface px-3.5",
          "transition-colors duration-150",
          error ? "border-danger" : "border-line focus-within:border-ink",
        )}
      >
        <div className="min-w-0 flex-1 py-1.5">
          <label
            htmlFor={fieldId}
            className="pointer-events-none relative block text-caption text-ink-2"
          >
            {label}
          </label>
          <input
            {...input}
            ref={ref}
            id={fieldId}
            aria-invalid={error ? true : undefined}
            aria-describedby={note ? noteId : undefined}
            // The input reaches over the label and the edges, so that a touch anywhere in the box focuses it.
            className="-mt-6 -mb-2 w-full bg-transparent pt-6 pb-2 text-body outline-none"
          />
        </div>
        {end}
      </div>
      {note ? (
        <div
          id={noteId}
          role={error ? "alert" : undefined}
          className={classes("mt-1.5 px-1 text-small", error ? "text-danger" : "text-ink-2")}
        >
          {note}
        </div>
      ) : null}
    </div>
  );
}
