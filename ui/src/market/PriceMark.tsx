import { useTranslation } from "react-i18next";
import type { ListedInstrument, Quote } from "@/api/market";
import { useQuotePart } from "@/push/quotes";

/** A price that no tick has renewed in time though its market is open. At any other hour no price need move. */
const isOld = ({ last, session, stale }: Quote) => stale && session === "regular" && last !== null;

/** Before what else a row says of its instrument: that it is the main contract, or why its price stands still. */
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
