import { ChevronDown } from "lucide-react";
import { useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { PressedLadder } from "@/market/book/PressedLadder";
import { ChartSection } from "@/market/chart/ChartSection";
import { MarketFirst } from "@/market/MarketFirst";
import { CoinSwitch } from "@/market/quote/CoinSwitch";
import { HaltNotice } from "@/market/quote/HaltNotice";
import { QuoteFrame } from "@/market/quote/QuoteFrame";
import { QuoteHead } from "@/market/quote/QuoteHead";
import { UnansweredActions } from "@/money/UnansweredActions";
import { useOwnTrades } from "@/orders/useOwnTrades";
import { useOwnPositions } from "@/positions/ownPositions";
import type { InstrumentQuery } from "@/screenQueries";
import { classes } from "@/ui";
import { WorkspaceContext } from "@/ui/Page";
import { WatchStar } from "@/watchlist/WatchStar";
import { CoinFormPane } from "./coin/CoinFormPane";
import { CoinListsPane } from "./coin/CoinListsPane";

interface OfCoin {
  instrument: InstrumentDetail;
}

function Chart({ instrument }: OfCoin) {
  return (
    <ChartSection
      instrument={instrument}
      trades={useOwnTrades(instrument)}
      positions={useOwnPositions(instrument)}
    />
  );
}

/** The chart behind a line that unfolds it: on a phone the ticket and the book come first. */
function FoldedChart({ instrument }: OfCoin) {
  const { t } = useTranslation("kinds");
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
        className="flex min-h-11 w-full items-center gap-1 border-t border-line text-note font-semibold"
      >
        {t("desk.chart")}
        <ChevronDown
          size={18}
          aria-hidden
          className={classes(
            "text-ink-2 transition-transform duration-150",
            isOpen && "rotate-180",
          )}
        />
      </button>
      {isOpen ? (
        <div className="pb-3 [--chart:240px]">
          <Chart instrument={instrument} />
        </div>
      ) : null}
    </>
  );
}

/** Beside the panes of the book and of the ticket: the chart over the customer's orders and holdings. */
function WideDesk({ instrument }: OfCoin) {
  return (
    <div className="flex h-full flex-col">
      <QuoteHead instrument={instrument} />
      <HaltNotice instrument={instrument} />
      <div className="shrink-0 [--chart:clamp(200px,calc(100dvh-580px),640px)]">
        <Chart instrument={instrument} />
      </div>
      <div className="mt-3 flex min-h-[200px] flex-1 flex-col">
        <CoinListsPane instrument={instrument} fills />
      </div>
    </div>
  );
}

function PhoneDesk({ instrument }: OfCoin) {
  return (
    <>
      <UnansweredActions />
      <QuoteHead instrument={instrument} />
      <HaltNotice instrument={instrument} />
      <FoldedChart instrument={instrument} />
      <CoinFormPane instrument={instrument}>
        <PressedLadder instrument={instrument} />
      </CoinFormPane>
      <div className="mt-4">
        <CoinListsPane instrument={instrument} />
      </div>
    </>
  );
}

/** The screen on which a coin is traded: its chart, its book, the ticket, and the customer's orders and holdings. */
export default function OrderBookPage(query: InstrumentQuery) {
  const inWorkspace = useContext(WorkspaceContext);
  // Loads the texts before the screen is drawn.
  useTranslation(["kinds", "chart", "orders", "ticket", "positions"]);
  const Desk = inWorkspace ? WideDesk : PhoneDesk;
  return (
    <MarketFirst {...query} market={query.market ?? "Crypto"}>
      {(listing) => (
        <QuoteFrame
          listing={listing}
          name={query.name}
          star={WatchStar}
          title={<CoinSwitch listing={listing} name={query.name} />}
          hasTicket
          fills={inWorkspace}
        >
          {({ instrument }) => <Desk instrument={instrument} />}
        </QuoteFrame>
      )}
    </MarketFirst>
  );
}
