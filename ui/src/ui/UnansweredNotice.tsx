import { WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Notice } from "./Notice";
import { formatMoment, formatTradeMoment } from "./time";

interface UnansweredNoticeProps {
  /** When it was sent first, in Unix milliseconds. */
  since: number;
  /** Of an order, where it trades: its exchange's clock is the one of the screen. */
  market?: string;
  /** What may have happened, and what is safe to do. */
  children: string;
}

/** A money action was sent and no answer came: when that was, what it means, and what is safe to do. */
export function UnansweredNotice({ since, market, children }: UnansweredNoticeProps) {
  const { t, i18n } = useTranslation("money");
  const time = market
    ? formatTradeMoment(since, i18n.language, market)
    : formatMoment(since, i18n.language);
  return (
    <div role="alert">
      <Notice tone="caution" icon={WifiOff} title={t("unanswered.title")}>
        <p>{t("unanswered.sent", { time })}</p>
        {children}
      </Notice>
    </div>
  );
}
