import { useTranslation } from "react-i18next";
import { platform } from "@/platform";

/** Whose library draws, as its licence asks. Who sees it has the name, which leads there. */
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
