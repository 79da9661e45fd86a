import { useTranslation } from "react-i18next";
import { Card, SectionTitle } from "@/ui";
import { SwitchRow } from "@/ui/SwitchRow";
import { useHoldToConfirm } from "./holdToConfirm";

/** The setting that the button which places an order has to be held. */
export function HoldSetting() {
  const { t } = useTranslation("ticket");
  const { on, setOn } = useHoldToConfirm();
  return (
    <section>
      <SectionTitle>{t("hold.trading")}</SectionTitle>
      <Card className="py-1.5">
        <SwitchRow label={t("hold.label")} hint={t("hold.hint")} on={on} onChange={setOn} />
      </Card>
    </section>
  );
}
