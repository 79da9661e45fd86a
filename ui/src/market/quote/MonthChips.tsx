import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { useNavigation } from "@/navigation";
import { quoteAddress } from "@/products";
import { contractEnd } from "@/products/contractEnd";
import { Chips } from "@/ui";
import { futureMonths, leadingMonth, monthText } from "./futureMonths";

/** True while a contract is traded, but nobody opens a position in it any more. */
function isClosingOnly(instrument: InstrumentDetail): boolean {
  const { future } = instrument;
  const end = future && contractEnd(instrument, future);
  return end ? end.isClosingOnly && !end.hasEnded : false;
}

/** Chips to switch between the months of a future; the main contract is marked. */
export function MonthChips({ instrument }: { instrument: InstrumentDetail }) {
  const { t, i18n } = useTranslation("kinds");
  const { open } = useNavigation();
  const { data } = useQuery(futureMonths(instrument.symbol));
  const months = data ?? [instrument];
  const main = data && leadingMonth(data);
  const show = (symbol: string) => {
    const month = months.find((known) => known.symbol === symbol);
    if (month) open(quoteAddress(month), { replace: true });
  };
  const label = (symbol: string) => {
    const month = monthText(symbol, i18n.language);
    return symbol === main ? t("future.main", { month }) : month;
  };
  return (
    <>
      <Chips
        label={t("future.months")}
        className="-mx-4 mt-1 px-4"
        value={instrument.symbol}
        onChange={show}
        choices={months.map(({ symbol }) => ({ value: symbol, label: label(symbol) }))}
      />
      {isClosingOnly(instrument) ? (
        <p className="pt-1 pb-2 text-small font-medium text-caution">{t("future.closingOnly")}</p>
      ) : null}
    </>
  );
}
