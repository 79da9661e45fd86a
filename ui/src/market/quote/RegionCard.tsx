import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { Card, KeyValue, KeyValues } from "@/ui";
import { clockName } from "@/ui/time";
import { partName } from "../lists/partName";
import { useNow } from "../useNow";

/** The region of an index, the currency of its shares, and the clock of its exchange. */
export function RegionCard({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("kinds");
  const { exchange, industry, currency, timeZone } = instrument;
  const now = useNow(60_000);
  return (
    <Card className="mt-3 py-2">
      <KeyValues>
        <KeyValue label={t("parts.index.label")}>{partName(t, industry, "index")}</KeyValue>
        <KeyValue label={t("index.exchange")}>{exchange}</KeyValue>
        <KeyValue label={t("index.currency")}>{currency}</KeyValue>
        <KeyValue label={t("index.clock")}>{clockName(timeZone, now)}</KeyValue>
      </KeyValues>
    </Card>
  );
}
