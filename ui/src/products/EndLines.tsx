import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { KeyValue } from "@/ui";
import { formatShortDate } from "@/ui/time";
import { type ContractDays, contractEnd } from "./contractEnd";

interface EndLinesProps {
  of: Listing;
  days: ContractDays;
  /** True to point out an end that is near: that of a position. */
  warns?: boolean;
}

/** The end of a position in a contract, with the days that are left. */
export function EndLines({ of, days, warns = false }: EndLinesProps) {
  const { t, i18n } = useTranslation("orders");
  const { day, daysLeft, isClosedEarly, closeOnlyFrom, isSoon } = contractEnd(of, days);
  const dayText = (date: string) => formatShortDate(date, i18n.language);
  const lastTradeDay = t("future.lastTradeDay");
  return (
    <>
      {isClosedEarly ? (
        <KeyValue label={lastTradeDay}>{dayText(days.lastTradeDay)}</KeyValue>
      ) : null}
      {closeOnlyFrom ? (
        <KeyValue label={t("future.closeOnly")}>{dayText(closeOnlyFrom)}</KeyValue>
      ) : null}
      <KeyValue
        label={
          isClosedEarly ? (
            <>
              {t("future.closes")}
              <span className="block text-caption">{t("future.closesHint")}</span>
            </>
          ) : (
            lastTradeDay
          )
        }
      >
        <span className={warns && isSoon ? "font-semibold text-caution" : undefined}>
          {dayText(day)}
          <span
            className={warns && isSoon ? "block text-caption" : "block text-caption text-ink-2"}
          >
            {t("future.daysLeft", { count: daysLeft })}
          </span>
        </span>
      </KeyValue>
    </>
  );
}
