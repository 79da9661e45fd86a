import { Notice } from "./Notice";

interface ErrorSummaryProps<Part extends string> {
  title: string;
  /** The fields that are wrong, by their labels, in the order in which they stand. */
  wrong: { part: Part; label: string }[];
  onLead: (part: Part) => void;
}

/** All that is wrong with a form, where one looks first; each line leads to its field. */
export function ErrorSummary<Part extends string>({
  title,
  wrong,
  onLead,
}: ErrorSummaryProps<Part>) {
  if (wrong.length === 0) return null;
  return (
    <div role="alert">
      <Notice tone="danger" title={title}>
        <ul>
          {wrong.map(({ part, label }) => (
            <li key={part}>
              <button
                type="button"
                onClick={() => onLead(part)}
                className="min-h-11 w-full text-left underline underline-offset-2"
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
