import { FileBadge } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { to } from "@/screens";
import { LinkButton, ListRow, Sheet } from "@/ui";

/** What a bank certificate is, that nobody gives one out here yet, and what can be done instead. */
export function Certificate() {
  const { t } = useTranslation("deposits");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ListRow
        start={<FileBadge size={22} strokeWidth={1.75} className="shrink-0" aria-hidden />}
        title={t("certificate.title")}
        subtitle={t("certificate.subtitle")}
        onClick={() => setOpen(true)}
      />
      <Sheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={t("certificate.title")}
        actions={<LinkButton href={to("depositFiat")}>{t("certificate.action")}</LinkButton>}
      >
        <div className="flex flex-col gap-3 text-note">
          <p>{t("certificate.text")}</p>
          <p>{t("certificate.instead")}</p>
        </div>
      </Sheet>
    </>
  );
}
