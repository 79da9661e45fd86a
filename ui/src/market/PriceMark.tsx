import { useTranslation } from "react-i18next";
import type { ListedInstrument, Quote } from "@/api/market";
import { useQuotePart } from "@/push/quotes";

/** A price that no tick has renewed in time though its market is open. At any other hour no price need move. */
const isOld = ({ last, session, stale }: Quote) => stale && session === "regular" && last !== null;

/** Before what else a row says of its instrument: why its price stands still. It is drawn again when that turns. */
export default function PriceMark({ instrument }: { instrument: ListedInstrument }) {
  const { t } = useTranslation("market");
  const old = useQuotePart(instrument, (quote) => isOld(quote ?? instrument.quote));
  const halted = instrument.haltedAt !== null;
  if (!old && !halted) return null;
  return (
    <>
      <span className="font-medium text-caution">{t(halted ? "quote.halted" : "list.old")}</span>
      {" · "}
    </>
  );
}
