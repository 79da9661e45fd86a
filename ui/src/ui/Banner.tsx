import { Clock, type LucideIcon, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

function Banner({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2.5 bg-brass-soft px-4 py-2 text-small font-medium text-brass-text"
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      <span>{children}</span>
    </div>
  );
}

/** The device has no network, or the server does not answer. */
export function OfflineBanner() {
  const { t } = useTranslation();
  return <Banner icon={WifiOff}>{t("banner.offline")}</Banner>;
}

/** The prices on the screen are old: nothing can be traded on them. */
export function StaleBanner() {
  const { t } = useTranslation();
  return <Banner icon={Clock}>{t("banner.stale")}</Banner>;
}
