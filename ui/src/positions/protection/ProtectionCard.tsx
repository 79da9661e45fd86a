import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { limitOf, stopOf } from "@/api/orderTerms";
import type { Position } from "@/api/positions";
import { GroupStatePill } from "@/orders/GroupCard";
import { LegRow } from "@/orders/LegRow";
import { legsOf, stateOf } from "@/orders/legs";
import { workingOrders } from "@/orders/queries";
import { useOrderSheets } from "@/orders/useOrderSheets";
import { Card, Skeleton, subtract } from "@/ui";
import { ProtectSheet } from "./ProtectSheet";
import { useProfitText } from "./useProfitText";

/** The profit or loss that a leg would take. */
function LegProfit({ position, leg }: { position: Position; leg: Order }) {
  const profitText = useProfitText(position);
  const price = stopOf(leg.prices) ?? limitOf(leg.prices);
  if (price === null) return null;
  return <p className="num text-small">{profitText(price, subtract(leg.quantity, leg.filled))}</p>;
}

/** The take-profits and stop-losses of a position, with what each covers, and a button to set or change them. */
export function ProtectionCard({ position }: { position: Position }) {
  const { t } = useTranslation("positions");
  const { data, error } = useQuery(workingOrders);
  const [isSetting, setSetting] = useState(false);
  const { actions, sheets } = useOrderSheets();
  if (!data) return error ? null : <Skeleton className="mt-3 h-36 rounded-card" />;
  const legs = legsOf(data, position);
  return (
    <Card className="mt-3">
      <div className="flex items-center justify-between gap-3">
        <h2 className="text-body font-semibold">{t("protection.title")}</h2>
        {legs.length > 0 ? <GroupStatePill state={stateOf(legs)} /> : null}
      </div>
      {legs.length > 0 ? (
        <ul>
          {legs.map((leg) => (
            <LegRow key={leg.id} leg={leg} held={position.quantity} {...actions}>
              <LegProfit position={position} leg={leg} />
            </LegRow>
          ))}
        </ul>
      ) : (
        <p className="py-2 text-small text-ink-2">{t("protection.nothing")}</p>
      )}
      <button
        type="button"
        className="mt-1 min-h-11 w-full rounded-control bg-sunken px-3 text-note font-semibold transition-transform duration-150 active:scale-[0.985]"
        onClick={() => setSetting(true)}
      >
        {t(legs.length > 0 ? "protection.change" : "protection.set")}
      </button>
      {sheets}
      {isSetting ? (
        <ProtectSheet position={position} legs={legs} onClose={() => setSetting(false)} />
      ) : null}
    </Card>
  );
}
