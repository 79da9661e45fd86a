import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileId } from "@/api/files";
import { Picture } from "@/files/Picture";
import { classes } from "@/ui";

/** The picture that was sent as the proof of a payment. It is read, which goes on record, when somebody asks for it. */
export function DepositProof({ file }: { file: FileId }) {
  const { t } = useTranslation("deposits");
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 w-full items-center justify-between gap-3 text-left text-note font-semibold"
      >
        {t("proof")}
        <ChevronDown
          size={18}
          aria-hidden
          className={classes(
            "shrink-0 text-ink-2 transition-transform duration-150",
            isOpen && "rotate-180",
          )}
        />
      </button>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <div className="aspect-[8/5] overflow-hidden rounded-[10px] bg-sunken text-ink-2">
            <Picture file={file} label={t("proof")} gone={t("proofGone")} />
          </div>
        ) : null}
      </div>
    </div>
  );
}
