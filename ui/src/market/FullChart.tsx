import { Dialog } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import {
  classes,
  directionOf,
  directionText,
  formatPercent,
  formatPrice,
  formatSigned,
} from "@/ui";
import { ChartBody } from "./ChartBody";
import { ChartPeriods } from "./ChartPeriods";
import type { Views } from "./PriceChart";
import { giveScreenBack, onScreenLeft } from "./phoneScreen";
import type { Chart } from "./useChart";

interface FullChartProps {
  instrument: InstrumentDetail;
  chart: Chart;
  views: Views;
  open: boolean;
  onClose: () => void;
}

/** The phone's screen is given back with the chart; a customer who leaves it by a gesture of the system leaves both. */
function usePhoneScreen(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (open) return onScreenLeft(() => close.current());
    giveScreenBack();
    return undefined;
  }, [open]);
}

/** The chart over the whole window, with what it is of, its price and its periods. */
export default function FullChart({ instrument, chart, views, open, onClose }: FullChartProps) {
  const { t } = useTranslation("common");
  const { quote, symbol, name } = instrument;
  usePhoneScreen(open, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Popup className="fixed inset-0 z-50 flex flex-col bg-bg pr-[env(safe-area-inset-right,0px)] pl-[env(safe-area-inset-left,0px)] text-ink">
          <header className="pt-safe flex shrink-0 flex-wrap items-center gap-x-5 px-4">
            <div className="flex min-h-12 min-w-0 flex-1 flex-wrap items-baseline gap-x-3 py-2 min-[700px]:flex-none">
              <Dialog.Title className="min-w-0 truncate text-title font-semibold">
                {symbol} <span className="text-caption font-medium text-ink-2">{name}</span>
              </Dialog.Title>
              <span
                className={classes(
                  "num text-note font-semibold",
                  directionText[directionOf(quote.change)],
                )}
              >
                <span className="text-title text-ink">
                  {formatPrice(quote.last, chart.decimals)}
                </span>{" "}
                {formatSigned(quote.change, chart.decimals)} {formatPercent(quote.changePercent)}
              </span>
            </div>
            <Dialog.Close
              aria-label={t("action.close")}
              className="-mr-2.5 grid size-11 place-items-center self-start rounded-control text-ink-2 min-[700px]:order-last"
            >
              <X size={22} strokeWidth={1.75} aria-hidden />
            </Dialog.Close>
            <div className="w-full min-w-0 min-[700px]:ml-auto min-[700px]:w-[400px]">
              <ChartPeriods value={chart.period} onChange={chart.setPeriod} />
            </div>
          </header>
          <div className="pb-safe flex min-h-0 flex-1 flex-col px-2.5">
            <ChartBody chart={chart} views={views} full />
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
