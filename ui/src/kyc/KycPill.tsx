import { BadgeCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { KycStatus } from "@/api/kyc";
import { classes } from "@/ui";

const LOOKS: Record<KycStatus, string> = {
  none: "bg-sunken text-ink-2",
  underReview: "bg-info-soft text-info",
  verified: "bg-success-soft text-success",
  unsuccessful: "bg-danger-soft text-danger",
  other: "bg-sunken text-ink-2",
};

/** The status of an identity check, in a word or two. */
export function KycPill({ status }: { status: KycStatus }) {
  const { t } = useTranslation("kyc");
  return (
    <span
      className={classes(
        "inline-flex shrink-0 items-center gap-1 rounded-pill px-2 py-[3px] text-small font-semibold",
        LOOKS[status],
      )}
    >
      {status === "verified" ? <BadgeCheck size={14} strokeWidth={2} aria-hidden /> : null}
      {t(`status.${status}`)}
    </span>
  );
}
