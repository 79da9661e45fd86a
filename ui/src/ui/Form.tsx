import type { FormEventHandler, ReactNode } from "react";
import { Button } from "./Button";
import { classes } from "./classes";
import { FormError } from "./FormError";

interface FormProps {
  onSubmit: FormEventHandler<HTMLFormElement>;
  /** Label of the button at the end. */
  action: string;
  busy: boolean;
  /** A refusal by the server that concerns no single field, as a whole sentence. */
  error?: string;
  className?: string;
  children: ReactNode;
}

/** A column of fields with the button that submits them. The form shows its own errors, not the browser's. */
export function Form({ onSubmit, action, busy, error, className, children }: FormProps) {
  return (
    <form
      onSubmit={onSubmit}
      noValidate
      className={classes("mx-auto flex w-full max-w-[480px] flex-col gap-3", className)}
    >
      {children}
      <FormError text={error} />
      <Button type="submit" busy={busy} className="mt-1 flex-none">
        {action}
      </Button>
    </form>
  );
}
