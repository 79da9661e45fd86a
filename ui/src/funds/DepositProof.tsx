import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileId } from "@/api/files";
import { Picture } from "@/files/Picture";
import { Fold } from "@/ui/Fold";

/** The picture sent as proof of a payment. It is loaded, which is logged, only when the customer unfolds it. */
export function DepositProof({ file }: { file: FileId }) {
  const { t } = useTranslation("deposits");
  const [isOpen, setOpen] = useState(false);
  return (
    <Fold title={t("proof")} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
      {isOpen ? (
        <div className="aspect-[8/5] overflow-hidden rounded-[10px] bg-sunken text-ink-2">
          <Picture file={file} label={t("proof")} gone={t("proofGone")} />
        </div>
      ) : null}
    </Fold>
  );
}
