import { WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Notice } from "./Notice";
import type { Traded } from "./time";
import { formatMoment, formatTradeMoment } from "./time";

interface UnansweredNoticeProps {
  /** The time it was first sent, in Unix milliseconds. */
  since: number;
  /** The market of an order: the time is shown by its exchange's clock. */
  market?: Traded;
  /** The possible outcomes, and the safe next steps. */
  children: string;
}

/** Notice of a money action that got no answer: its time, its meaning, and the safe next steps. */
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
