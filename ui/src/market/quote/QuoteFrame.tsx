import { useQuery } from "@tanstack/react-query";
import {
  type ComponentType,
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
} from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { InstrumentDetail, Listing, Quote } from "@/api/market";
import { encodeSide, type Side } from "@/api/orders";
import { useNavigation } from "@/navigation";
import { classOf, codeOf, formatPriceOf, kindOf, ticketAddress, usualTicket } from "@/products";
import { useQuote } from "@/push/quotes";
import { useSession } from "@/session";
import { Button, ErrorState, Page, Skeleton, StaleBanner, TopBar } from "@/ui";
import { formatMoment } from "@/ui/time";
import { useLastError } from "@/ui/useLastError";
import { keysAreTaken } from "@/ui/useShortcuts";
import { isOnItsWay } from "../offers/isOnItsWay";
import { isUnknownInstrument, UnknownInstrument } from "../UnknownInstrument";
import { WatchOnly } from "../WatchOnly";

const NotListed = lazy(() => import("../offers/NotListed"));

export interface PanelProps {
  /** Includes the newest quote. */
  instrument: InstrumentDetail;
  /** The pushed quote; undefined until the first tick. */
  quote: Quote | undefined;
}

/** True if orders are accepted: also in a halt that takes limit orders. */
const takesOrders = ({ tradable, halt }: InstrumentDetail) => tradable || halt?.takesLimitOrders;

/** Opens the order ticket; B and S on the keyboard do the same. */
function useTrade(instrument: InstrumentDetail | undefined): (side: Side) => void {
  const { open, logIn } = useNavigation();
  const session = useSession();
  const trade = (side: Side) => {
    if (!instrument || !takesOrders(instrument)) return;
    const ticket = ticketAddress(instrument, encodeSide(side));
    if (session) open(ticket);
    else logIn(ticket);
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (keysAreTaken(event)) return;
    if (event.key === "b" || event.key === "B") trade("buy");
    if (event.key === "s" || event.key === "S") trade("sell");
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener("keydown", listen);
    return () => window.removeEventListener("keydown", listen);
  }, []);
  return trade;
}

interface TradeBarProps {
  instrument: InstrumentDetail;
  trade: (side: Side) => void;
}

/** The two trade buttons. A position on margin is opened at the bid or the ask, so the buttons show these. */
function TradeBar({ instrument, trade }: TradeBarProps) {
  const { t, i18n } = useTranslation(["market", "common"]);
  const { onMargin, words: context } = kindOf(instrument);
  const { bid, ask } = instrument.quote;
  if (!usualTicket(instrument)) return <WatchOnly />;
  if (instrument.offer && isOnItsWay(instrument)) {
    return (
      <Suspense>
        <NotListed offer={instrument.offer} />
      </Suspense>
    );
  }
  if (!takesOrders(instrument)) {
    const { haltedAt } = instrument;
    const reason =
      haltedAt === null
        ? t("market:quote.notTradable")
        : t("market:quote.haltedSince", { time: formatMoment(haltedAt, i18n.language) });
    return (
      <Button look="ghost" reason={reason}>
        {t("common:tab.trade")}
      </Button>
    );
  }
  const price = (value: string | null) =>
    onMargin ? (
      <span className="num block text-caption font-medium">{formatPriceOf(instrument, value)}</span>
    ) : null;
  return (
    <>
      <Button look="rise" aria-keyshortcuts="b" onClick={() => trade("buy")}>
        {t("common:direction.buy", { context })}
        {price(ask)}
      </Button>
      <Button look="fall" aria-keyshortcuts="s" onClick={() => trade("sell")}>
        {t("common:direction.sell", { context })}
        {price(bid)}
      </Button>
    </>
  );
}

function QuoteSkeleton() {
  return (
    <>
      <Skeleton className="h-10 w-36" />
      <Skeleton className="mt-2 h-4 w-28" />
      <Skeleton className="mt-3 h-8 w-full" />
      <Skeleton className="mt-3 h-[296px] w-full" />
      <Skeleton className="mt-3 h-32 w-full rounded-card" />
    </>
  );
}

interface QuoteFrameProps {
  listing: Listing;
  name: string;
  /** The button for the watchlist. */
  star: ComponentType<{ instrument: InstrumentDetail }>;
  /** A title other than the instrument's code and name. */
  title?: ReactNode;
  /** True if the content has a ticket: there are no trade buttons, and their keys do nothing. */
  hasTicket?: boolean;
  /** True if the content is as high as its pane. */
  fills?: boolean;
  /** Draws the content, once the instrument is loaded. */
  children: (props: PanelProps) => ReactNode;
}

/** The screen of one instrument: its name, the watchlist star, and the trade buttons. */
export function QuoteFrame(props: QuoteFrameProps) {
  const { listing, name, star: Star, hasTicket = false, fills = false, children } = props;
  // Loads the chart's texts before it, and those of contracts and of instruments that can only be watched.
  const assetClass = classOf(listing.market);
  const hasKinds = kindOf({ assetClass }).quotePanels.includes("months");
  useTranslation(usualTicket({ assetClass }) && !hasKinds ? "chart" : ["chart", "kinds"]);
  const query = useQuery(instrumentDetail(listing));
  const { data, refetch } = query;
  const error = useLastError(query);
  const quote = useQuote(listing, true);
  const instrument = data && quote ? { ...data, quote } : data;
  const trades = !hasTicket || !usualTicket({ assetClass });
  const trade = useTrade(trades ? instrument : undefined);
  const unknown = isUnknownInstrument(error);

  const title = (
    <>
      {codeOf({ ...listing, assetClass })}{" "}
      <span className="inline-block text-caption font-medium text-ink-2">
        {instrument?.name ?? name}
      </span>
    </>
  );
  const star = instrument ? <Star instrument={instrument} /> : null;

  return (
    <Page
      top={
        <>
          <TopBar title={props.title ?? title} end={star} />
          {/* The banner says that trading is paused, which does not apply to untradable instruments. */}
          {instrument?.quote.stale && usualTicket(instrument) && !isOnItsWay(instrument) ? (
            <StaleBanner />
          ) : null}
        </>
      }
      bottom={instrument && trades ? <TradeBar instrument={instrument} trade={trade} /> : null}
      {...(fills ? {} : { onRefresh: refetch })}
    >
      {!instrument && unknown ? <UnknownInstrument /> : null}
      {!instrument && error && !unknown ? <ErrorState error={error} retry={refetch} /> : null}
      {!instrument && !error ? <QuoteSkeleton /> : null}
      {instrument ? children({ instrument, quote }) : null}
    </Page>
  );
}
