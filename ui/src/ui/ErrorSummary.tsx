import { Notice } from "./Notice";

interface ErrorSummaryProps<Part extends string> {
  title: string;
  /** The fields with errors, by their labels, in the order of the form. */
  wrong: { part: Part; label: string }[];
  onLead: (part: Part) => void;
}

/**
 * All fields of a form that have errors; each label leads to its field. The labels stand side by side, as many as fit,
 * so that the form stays in view; on touch screens each is as high as a button.
 */
export function ErrorSummary<Part extends string>({
  title,
  wrong,
  onLead,
}: ErrorSummaryProps<Part>) {
  if (wrong.length === 0) return null;
  return (
    <div role="alert">
      <Notice tone="danger" title={title}>
        <ul className="-mb-1.5 flex flex-wrap gap-x-4 pointer-coarse:-mt-2 pointer-coarse:-mb-3">
          {wrong.map(({ part, label }) => (
            <li key={part}>
              <button
                type="button"
                onClick={() => onLead(part)}
                className="min-h-7 min-w-11 text-left underline underline-offset-2 pointer-coarse:min-h-11"
              >
                {label}
              </button>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}
