import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Order } from "@/api/orders";
import { workingOrders } from "./queries";

const load = () => import("./orderSheets");
const AmendSheet = lazy(() => load().then((sheets) => ({ default: sheets.AmendSheet })));
const CancelSheet = lazy(() => load().then((sheets) => ({ default: sheets.CancelSheet })));

/** The actions on a working order. */
export interface OrderActions {
  onAmend: (order: Order) => void;
  onCancel: (order: Order) => void;
}

/** The sheets that change and cancel a working order, and the actions that open them. */
export function useOrderSheets(): { actions: OrderActions; sheets: ReactNode } {
  // Loads the texts of the sheets before they open.
  useTranslation("money");
  // The order as it was when the sheet opened: the list loses it before its answer is shown.
  const [cancelling, setCancelling] = useState<Order | null>(null);
  const [asked, setAmending] = useState<Order | null>(null);
  const { data } = useQuery(workingOrders);
  // Before the press, and not with the list: dialogs are an eighth of a customer's wide first visit.
  const isNeeded = data !== undefined && data.length > 0;
  useEffect(() => {
    if (isNeeded) load().catch(() => undefined);
  }, [isNeeded]);
  // An order that has ended meanwhile is no longer listed: the sheet stays, and the server reports it.
  const amending = data?.find(({ id }) => id === asked?.id) ?? asked;
  return {
    actions: { onAmend: setAmending, onCancel: setCancelling },
    sheets: (
      <Suspense>
        {amending ? <AmendSheet order={amending} onClose={() => setAmending(null)} /> : null}
        {cancelling ? <CancelSheet order={cancelling} onClose={() => setCancelling(null)} /> : null}
      </Suspense>
    ),
  };
}
