import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { kindOf } from "@/products";
import { to } from "@/screens";
import { Card, ListRow } from "@/ui";

function Row({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("rules");
  const { symbol, market, name } = instrument;
  return (
    <Card className="mt-3 py-0">
      <ListRow title={t("title")} href={to("rules", { code: symbol, market, name })} />
    </Card>
  );
}

/** The way to the rules that an instrument is traded by. An index is worked out and has none. */
export const RulesLink = ({ instrument }: { instrument: InstrumentDetail }) =>
  kindOf(instrument).isComputed || (!instrument.future && !kindOf(instrument).ticket) ? null : (
    <Suspense>
      <Row instrument={instrument} />
    </Suspense>
  );
