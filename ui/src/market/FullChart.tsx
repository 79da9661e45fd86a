import { Dialog } from "@base-ui/react/dialog";
import { RotateCwSquare, SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
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
import { SheetsContext } from "@/ui/Page";
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
  onSettings: () => void;
  /** What is drawn in place of the one chart, such as several compared. */
  body?: ReactNode;
  /** A sheet that opens over it. */
  children: ReactNode;
}

/**
 * The phone's screen is given back with the chart, whether it is closed or its page is left; a customer who leaves it by a
 * gesture of the system leaves both.
 */
function usePhoneScreen(open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  close.current = onClose;
  useEffect(() => {
    if (!open) return undefined;
    const stop = onScreenLeft(() => close.current());
    return () => {
      stop();
      giveScreenBack();
    };
  }, [open]);
}

const BUTTON = "grid size-11 shrink-0 place-items-center rounded-control text-ink-2";

/**
 * The chart over the whole window, with what it is of, its price and its periods. A phone that its browser does not turn
 * is turned by its owner.
 */
export default function FullChart(props: FullChartProps) {
  const { instrument, chart, views, open, onClose, onSettings, body, children } = props;
  const { t } = useTranslation(["chart", "common"]);
  const { quote, symbol, name } = instrument;
  usePhoneScreen(open, onClose);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Popup className="@container fixed inset-0 z-40 flex flex-col bg-bg pr-[env(safe-area-inset-right,0px)] pl-[env(safe-area-inset-left,0px)] text-ink">
          <header className="pt-safe flex shrink-0 flex-wrap items-center gap-x-4 px-4 min-[700px]:flex-nowrap">
            <div className="flex min-h-12 min-w-0 flex-1 flex-wrap content-center items-baseline gap-x-3 py-2 min-[700px]:flex-none">
              <Dialog.Title className="min-w-0 truncate text-title font-semibold">
                {symbol}{" "}
                <span className="text-caption font-medium text-ink-2 [@media(max-height:500px)]:hidden">
                  {name}
                </span>
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
            <div className="-mr-2.5 flex self-start min-[700px]:order-last min-[700px]:self-center">
              <button
                type="button"
                aria-label={t("settings")}
                title={t("settings")}
                onClick={onSettings}
                className={BUTTON}
              >
                <SlidersHorizontal size={20} strokeWidth={1.75} aria-hidden />
              </button>
              <Dialog.Close aria-label={t("common:action.close")} className={BUTTON}>
                <X size={22} strokeWidth={1.75} aria-hidden />
              </Dialog.Close>
            </div>
            <div className="w-full min-w-0 min-[700px]:ml-auto min-[700px]:w-auto">
              <ChartPeriods value={chart.period} onChange={chart.setPeriod} />
            </div>
          </header>
          <p className="hidden items-center gap-1.5 px-4 pb-1 text-caption text-ink-2 pointer-coarse:max-[600px]:portrait:flex">
            <RotateCwSquare size={16} strokeWidth={1.75} aria-hidden />
            {t("turn")}
          </p>
          <div className="pb-safe relative flex min-h-0 flex-1 flex-col px-2.5">
            {body ?? <ChartBody chart={chart} views={views} full />}
          </div>
          <SheetsContext value={null}>
            <Suspense>{children}</Suspense>
          </SheetsContext>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
