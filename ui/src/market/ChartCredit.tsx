import { useTranslation } from "react-i18next";
import { platform } from "@/platform";

/** Whose library draws, as its licence asks. */
export function ChartCredit() {
  const { t } = useTranslation("chart");
  const address = "https://www.tradingview.com/";
  return (
    <a
      href={address}
      rel="noreferrer"
      className="ml-auto grid min-h-11 items-center px-0.5 text-[10px] text-ink-2"
      onClick={(event) => {
        event.preventDefault();
        platform.openUrl(address);
      }}
    >
      <span className="rounded-[4px] bg-bg/75 px-1">{t("credit")}</span>
    </a>
  );
}
