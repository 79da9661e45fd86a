import { useTranslation } from "react-i18next";
import type { ListedInstrument, Quote } from "@/api/market";
import { useQuotePart } from "@/push/quotes";

/** True for a price that is overdue while its market is open. Outside regular hours prices may rest. */
const isOld = ({ last, session, stale }: Quote) => stale && session === "regular" && last !== null;

/** The mark of a row before its subtitle: the main contract, or the reason for an old price. */
export default function PriceMark({ instrument }: { instrument: ListedInstrument }) {
  const { t } = useTranslation("market");
  const old = useQuotePart(instrument, (quote) => isOld(quote ?? instrument.quote));
  const halted = instrument.haltedAt !== null;
  return (
    <>
      {instrument.isMainMonth ? (
        <span className="mr-1 rounded-sm bg-brass-soft px-1 font-medium text-brass-text">
          {t("list.main")}
        </span>
      ) : null}
      {old || halted ? (
        <>
          <span className="font-medium text-caution">
            {t(halted ? "quote.halted" : "list.old")}
          </span>
          {" · "}
        </>
      ) : null}
    </>
  );
}
