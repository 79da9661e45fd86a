import { type Ref, useId } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "@/ui";
import { cleanLines, LINE_LENGTH, linesOf } from "./lines";

interface LinesFieldProps {
  name: string;
  value: string;
  onChange: (text: string) => void;
  onBlur: () => void;
  error?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** The two lines at the bottom of a passport's page, as printed; pasted text is cleaned. */
export function LinesField({ name, value, onChange, onBlur, error, ref }: LinesFieldProps) {
  const { t } = useTranslation("kyc");
  const id = useId();
  const counts = linesOf(value).map(({ length }) => `${length}/${LINE_LENGTH}`);
  return (
    <div>
      <div
        className={classes(
          "rounded-control border bg-surface px-3.5 py-1.5",
          error ? "border-danger" : "border-line focus-within:border-ink",
        )}
      >
        <div className="flex justify-between gap-3 text-caption text-ink-2">
          <label htmlFor={id}>{t("field.lines")}</label>
          <span className="num">{counts.join(" · ")}</span>
        </div>
        {/* Long lines do not wrap, so that they can be compared with the passport character by character. */}
        <textarea
          ref={ref}
          id={id}
          name={name}
          rows={2}
          wrap="off"
          value={value}
          onChange={(event) => onChange(cleanLines(event.target.value))}
          onBlur={onBlur}
          autoComplete="off"
          autoCorrect="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-note`}
          className="mt-0.5 block w-full resize-none overflow-x-auto bg-transparent font-mono text-caption leading-6 outline-none"
        />
      </div>
      <p
        id={`${id}-note`}
        role={error ? "alert" : undefined}
        className={classes("mt-1.5 px-1 text-small", error ? "text-danger" : "text-ink-2")}
      >
        {error ?? t("lines.hint")}
      </p>
    </div>
  );
}
