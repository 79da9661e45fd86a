import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { Card, FactGrid, formatDecimal, formatMoney, isDecimal, multiply, NO_VALUE } from "@/ui";

/** The lot size of an instrument, and the present price of a lot. */
export function LotsCard({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("orders");
  const { lotSize, currency, settlementDays, quote } = instrument;
  const { last } = quote;
  const ofLot = last && isDecimal(last) ? formatMoney(multiply(last, lotSize)) : NO_VALUE;
  const facts = [
    { label: t("lot.size"), value: formatDecimal(lotSize) },
    { label: t("lot.value", { currency }), value: ofLot },
    {
      label: t("lot.settlement"),
      value: settlementDays === null ? NO_VALUE : `T+${settlementDays}`,
    },
  ];
  return (
    <Card className="mt-3">
      <FactGrid facts={facts} />
    </Card>
  );
}
