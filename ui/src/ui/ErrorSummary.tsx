import { Notice } from "./Notice";

interface ErrorSummaryProps<Part extends string> {
  title: string;
  /** The fields that are wrong, by their labels, in the order in which they stand. */
  wrong: { part: Part; label: string }[];
  onLead: (part: Part) => void;
}

/**
 * All that is wrong with a form, where one looks first; each label leads to its field. They stand beside each other, as
 * many as fit, so that the form itself stays in view; a finger finds each as it finds any button.
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
