import { useTranslation } from "react-i18next";
import { PlumbMark } from "@/ui/PlumbMark";

/** The right pane while nothing is open in it. */
export default function Placeholder({ className }: { className: string }) {
  const { t } = useTranslation();
  return (
    <aside className={`grid place-items-center p-8 text-center ${className}`}>
      <div className="flex flex-col items-center gap-4">
        <PlumbMark size={56} />
        <p className="max-w-[280px] text-note text-ink-2">{t("placeholder.text")}</p>
        <p className="text-small text-ink-2">
          <kbd className="rounded-[6px] bg-sunken px-1.5 py-0.5 font-sans">/</kbd>{" "}
          {t("placeholder.search")}
        </p>
      </div>
    </aside>
  );
}
