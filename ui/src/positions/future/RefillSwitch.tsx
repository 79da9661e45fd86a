import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { Position } from "@/api/positions";
import { setRefill } from "@/money/positions";
import { useMoneyAction } from "@/money/useMoneyAction";
import { instrumentName } from "@/products/instrumentName";
import { FormError } from "@/ui";
import { SwitchRow } from "@/ui/SwitchRow";

/** Whether free cash is added to the margin of a future before it is closed for a loss. */
export function RefillSwitch({ position }: { position: Position }) {
  const { t } = useTranslation("positions");
  const switching = useMoneyAction(setRefill, { subject: instrumentName(position) });
  const refills = position.future?.refills ?? null;
  const { busy, answer, body, refusal, close } = switching;
  // Until the position is read again, its switch stands as it was sent.
  const sent = busy || answer ? body : null;
  useEffect(() => {
    if (answer && body?.enabled === refills) close();
  });
  if (refills === null) return null;
  return (
    <div className="mt-2 border-t border-line pt-2">
      <SwitchRow
        label={t("margin.refill.label")}
        hint={t("margin.refill.hint")}
        on={sent?.enabled ?? refills}
        onChange={(enabled) => switching.perform({ id: position.id, enabled })}
      />
      <FormError text={refusal ? refusal.msg || t("margin.refused") : undefined} />
    </div>
  );
}
