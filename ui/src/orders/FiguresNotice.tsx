import { Clock, CloudOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatTradeMoment, Notice } from "@/ui";
import type { Traded } from "@/ui/time";
import type { Cost } from "./useTicket";

interface FiguresNoticeProps {
  cost: Pick<Cost, "old" | "unread">;
  of: Traded;
}

/** Shown if figures are outdated or missing: their time, and what that means. */
export function FiguresNotice({ cost, of }: FiguresNoticeProps) {
  const { t, i18n } = useTranslation("orders");
  const { old, unread } = cost;
  if (!old && !unread) return null;
  return (
    <div role="status" className="mt-3">
      {old ? (
        <Notice
          tone="caution"
          icon={Clock}
          title={t("review.figuresFrom", {
            time: formatTradeMoment(old.from, i18n.language, of),
          })}
        >
          {t(old.trusted ? "review.readingAgain" : "review.tooOld")}
        </Notice>
      ) : (
        <Notice tone="caution" icon={CloudOff}>
          {t("review.unread")}
        </Notice>
      )}
    </div>
  );
}
