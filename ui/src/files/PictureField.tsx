import { Camera, FolderOpen, Trash2 } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FileId } from "@/api/files";
import { Button, classes } from "@/ui";
import { Picture } from "./Picture";
import { useUpload } from "./useUpload";

interface PictureFieldProps {
  label: string;
  /** The uploaded picture; null without one. */
  value: FileId | null;
  onChange: (file: FileId | null) => void;
  /** A drawing of the ideal picture, in its place. */
  guide?: ReactNode;
  hint?: string;
  error?: string;
  /** True to offer the rear camera beside the album. */
  camera?: boolean;
  /** Called when an upload starts and ends. */
  onSending?: (isSending: boolean) => void;
  ref?: Ref<HTMLButtonElement>;
}

interface ChooserProps {
  label: string;
  onChoose: (file: File) => void;
  capture?: boolean;
}

/** The browser's file chooser, behind our own button. */
function useChooser({ label, onChoose, capture = false }: ChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  const element = (
    <input
      ref={input}
      type="file"
      accept="image/*"
      capture={capture ? "environment" : undefined}
      aria-label={label}
      tabIndex={-1}
      className="sr-only"
      onChange={({ target }) => {
        const [file] = target.files ?? [];
        // Allows choosing the same file again.
        target.value = "";
        if (file) onChoose(file);
      }}
    />
  );
  return { element, open: () => input.current?.click() };
}

const Labelled = ({ icon: Icon, children }: { icon: typeof Camera; children: ReactNode }) => (
  <span className="inline-flex items-center justify-center gap-2">
    <Icon size={18} strokeWidth={1.75} className="shrink-0" aria-hidden />
    {children}
  </span>
);

/** Progress of unknown duration. */
function Progress({ text }: { text: string }) {
  return (
    <div className="grid h-full place-items-center px-6">
      <div className="w-full max-w-[220px] text-center">
        <p className="text-small font-medium">{text}</p>
        <div
          role="progressbar"
          aria-label={text}
          className="skeleton mt-2 h-1.5 rounded-pill bg-line"
        />
      </div>
    </div>
  );
}

/** A picture that is taken or chosen, shrunk, sent, and shown as the server stores it. */
export function PictureField(props: PictureFieldProps) {
  const { label, value, onChange, guide, hint, camera = false, onSending, ref } = props;
  const { t } = useTranslation(["files", "common"]);
  const id = useId();
  const { stage, problem, send, stop } = useUpload(onChange);
  const album = useChooser({ label: t("files:chooseFor", { what: label }), onChoose: send });
  const lens = useChooser({
    label: t("files:takeFor", { what: label }),
    onChoose: send,
    capture: true,
  });
  const isSending = stage !== null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told of a change, whoever listens by then
  useEffect(() => onSending?.(isSending), [isSending]);
  const error = stage ? undefined : (problem ?? props.error);
  const note = error ?? (value ? undefined : hint);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in every browser that we promise
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={note ? `${id}-note` : undefined}
    >
      <div
        className={classes(
          "rounded-control border bg-surface p-3.5",
          error ? "border-danger" : "border-line",
        )}
      >
        <p id={`${id}-label`} className="text-caption text-ink-2">
          {label}
        </p>
        {stage || value || guide ? (
          <div className="mt-2 aspect-[8/5] overflow-hidden rounded-[10px] bg-sunken text-ink-2">
            {stage ? (
              <Progress text={t(`files:${stage}`)} />
            ) : value ? (
              <Picture file={value} label={label} />
            ) : (
              guide
            )}
          </div>
        ) : null}
        {album.element}
        {camera ? lens.element : null}
        <div className="mt-3 flex gap-2">
          {stage ? (
            <Button look="ghost" onClick={stop}>
              {t("common:action.cancel")}
            </Button>
          ) : (
            <>
              {camera ? (
                <Button look="ghost" onClick={lens.open}>
                  <Labelled icon={Camera}>{t(value ? "files:retake" : "files:take")}</Labelled>
                </Button>
              ) : null}
              <Button look="ghost" onClick={album.open} ref={ref}>
                <Labelled icon={FolderOpen}>{t(value ? "files:replace" : "files:choose")}</Labelled>
              </Button>
              {value ? (
                <Button
                  look="ghost"
                  onClick={() => onChange(null)}
                  aria-label={t("files:removeOf", { what: label })}
                  title={t("files:removeOf", { what: label })}
                  className="max-w-12 flex-none"
                >
                  <Trash2 size={18} strokeWidth={1.75} aria-hidden className="mx-auto" />
                </Button>
              ) : null}
            </>
          )}
        </div>
      </div>
      {note ? (
        <div
          id={`${id}-note`}
          role={error ? "alert" : undefined}
          className={classes("mt-1.5 px-1 text-small", error ? "text-danger" : "text-ink-2")}
        >
          {note}
        </div>
      ) : null}
    </div>
  );
}
