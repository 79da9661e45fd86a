import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Side } from "@/api/orders";
import { formatOnExchange } from "@/ui/time";

const DAY = { weekday: "short", day: "numeric", month: "short" } as const;

interface SettlementLineProps {
  instrument: InstrumentDetail;
  side: Side;
}

/** The settlement day of a trade made now, and the use of the proceeds until then. */
export function SettlementLine({ instrument, side }: SettlementLineProps) {
  const { t, i18n } = useTranslation("orders");
  const { settlementDays, settlesAt, market } = instrument;
  if (settlementDays === null || settlesAt === null) return null;
  const day = formatOnExchange(settlesAt, i18n.language, market, DAY);
  const settles = t("settlement.on", { lag: `T+${settlementDays}`, day });
  return (
    <p className="num px-1 pt-2.5 text-small text-ink-2">
      {settles}
      {side === "sell" ? ` ${t("settlement.proceeds")}` : null}
    </p>
  );
}
