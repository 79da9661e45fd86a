import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { kindOf, usualTicket } from "@/products";
import { to } from "@/screens";
import { Card, ListRow } from "@/ui";

/** A link to the rules of an instrument. An index is calculated and has none. */
export function RulesLink({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("market");
  const { symbol, market, name } = instrument;
  const isUntraded = !instrument.future && !usualTicket(instrument);
  if (kindOf(instrument).isComputed || isUntraded) return null;
  return (
    <Card className="mt-3 py-0">
      <ListRow title={t("quote.rules")} href={to("rules", { code: symbol, market, name })} />
    </Card>
  );
}
