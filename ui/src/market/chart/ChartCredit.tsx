import { useTranslation } from "react-i18next";
import { platform } from "@/platform";

/** Credit to the charting library, as its licence asks: its name, linked to its site. */
export function ChartCredit() {
  const { t } = useTranslation("chart");
  const address = "https://www.tradingview.com/";
  return (
    <a
      href={address}
      rel="noreferrer"
      aria-label={t("credit")}
      className="ml-auto grid min-h-11 items-center pr-1 text-[10px] text-ink-2"
      onClick={(event) => {
        event.preventDefault();
        platform.openUrl(address);
      }}
    >
      TradingView
    </a>
  );
}
