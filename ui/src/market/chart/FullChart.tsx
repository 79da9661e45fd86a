import { Dialog } from "@base-ui/react/dialog";
import { RotateCwSquare, SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, Suspense, useContext, useRef, useState } from "react";
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
import { SheetsContext, WorkspaceContext } from "@/ui/Page";
import { ChartBody } from "./ChartBody";
import { ChartPeriods } from "./ChartPeriods";
import type { Views } from "./PriceChart";
import { usePhoneScreen, useStraightTouches, useTurned } from "./turnedScreen";
import type { Chart } from "./useChart";

interface FullChartProps {
  instrument: InstrumentDetail;
  chart: Chart;
  views: Views;
  open: boolean;
  onClose: () => void;
  onSettings: () => void;
  /** Replaces the chart, for example by a comparison of several. */
  body?: ReactNode;
  /** Sheets that open over it. */
  children: ReactNode;
}

/** The window on its side: as wide as the phone is high, with the safe areas turned too. */
const TURNED =
  "top-0 left-full h-[100vw] w-[100dvh] origin-top-left rotate-90 pt-[env(safe-area-inset-right,0px)] pr-[env(safe-area-inset-bottom,0px)] pb-[env(safe-area-inset-left,0px)] pl-[env(safe-area-inset-top,0px)]";
const UPRIGHT =
  "pt-safe pb-safe inset-0 pr-[env(safe-area-inset-right,0px)] pl-[env(safe-area-inset-left,0px)]";

const BUTTON = "grid size-11 shrink-0 place-items-center rounded-control text-ink-2";

/**
 * The chart over the whole window, with its instrument, price and periods. If a phone's browser does not rotate the
 * screen, the chart is rotated instead.
 */
export default function FullChart(props: FullChartProps) {
  const { instrument, chart, views, open, onClose, onSettings, body, children } = props;
  const { t } = useTranslation(["chart", "common"]);
  const { quote, symbol, name } = instrument;
  usePhoneScreen(open, onClose);
  const { isTurned, turn } = useTurned(open);
  const inWorkspace = useContext(WorkspaceContext);
  const [popup, setPopup] = useState<HTMLElement | null>(null);
  const drawn = useRef<HTMLDivElement>(null);
  useStraightTouches(drawn, isTurned);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Popup
          ref={setPopup}
          className={classes(
            "@container fixed z-40 flex flex-col bg-bg text-ink",
            isTurned ? TURNED : UPRIGHT,
          )}
        >
          <header className="flex shrink-0 flex-wrap items-center gap-x-4 px-4 @min-[600px]:flex-nowrap">
            <div className="flex min-h-12 min-w-0 flex-1 flex-wrap content-center items-baseline gap-x-3 py-2 @min-[600px]:flex-none">
              <Dialog.Title className="min-w-0 truncate text-title font-semibold">
                {symbol}{" "}
                <span
                  className={classes(
                    "text-caption font-medium text-ink-2 [@media(max-height:500px)]:hidden",
                    isTurned && "hidden",
                  )}
                >
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
                {formatSigned(quote.change, chart.decimals)}{" "}
                {formatPercent(quote.changePercent, quote.change)}
              </span>
            </div>
            <div className="-mr-2.5 flex self-start @min-[600px]:order-last @min-[600px]:self-center">
              {turn ? (
                <button
                  type="button"
                  aria-label={t(isTurned ? "upright" : "turn")}
                  title={t(isTurned ? "upright" : "turn")}
                  onClick={turn}
                  className={BUTTON}
                >
                  <RotateCwSquare size={20} strokeWidth={1.75} aria-hidden />
                </button>
              ) : null}
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
            <div className="w-full min-w-0 @min-[600px]:ml-auto @min-[600px]:w-auto">
              <ChartPeriods value={chart.period} onChange={chart.setPeriod} />
            </div>
          </header>
          {/* A sheet is rotated with the chart, inside of it. */}
          <SheetsContext value={isTurned ? popup : null}>
            <WorkspaceContext value={isTurned || inWorkspace}>
              <div
                ref={drawn}
                data-turned={isTurned || undefined}
                className="relative flex min-h-0 flex-1 flex-col px-2.5"
              >
                {body ?? <ChartBody chart={chart} views={views} full />}
              </div>
              <Suspense>{children}</Suspense>
            </WorkspaceContext>
          </SheetsContext>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
