import { Clock, type LucideIcon, RotateCw, WifiOff } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

interface BannerProps {
  icon: LucideIcon;
  children: ReactNode;
  action?: ReactNode;
}

function Banner({ icon: Icon, children, action }: BannerProps) {
  return (
    <div
      role="status"
      className="flex shrink-0 items-center gap-2.5 bg-caution-soft px-4 py-2 text-small font-medium text-balance text-caution"
    >
      <Icon size={16} className="shrink-0" aria-hidden />
      <span className="min-w-0 flex-1">{children}</span>
      {action}
    </div>
  );
}

/** The device has no network, or the server does not answer. */
export function OfflineBanner() {
  const { t } = useTranslation();
  return <Banner icon={WifiOff}>{t("banner.offline")}</Banner>;
}

/** The data on the screen is outdated: the server did not answer the last request. */
export function BehindBanner({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  const retry = (
    <button
      type="button"
      onClick={onRetry}
      className="-my-2 min-h-11 shrink-0 px-1 font-semibold underline underline-offset-2"
    >
      {t("action.tryAgain")}
    </button>
  );
  return (
    <Banner icon={RotateCw} action={retry}>
      {t("banner.behind")}
    </Banner>
  );
}

/** The prices on the screen are stale: trading on them is not possible. */
export function StaleBanner() {
  const { t } = useTranslation();
  return <Banner icon={Clock}>{t("banner.stale")}</Banner>;
}
