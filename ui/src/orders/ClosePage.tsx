import { useQuery } from "@tanstack/react-query";
import { Briefcase } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import type { Position } from "@/api/positions";
import { TRADE_TABS } from "@/choices/tradeTabs";
import { MarketFirst } from "@/market/MarketFirst";
import { useClosePosition } from "@/money/orders";
import { useNavigation } from "@/navigation";
import { holdings } from "@/positions/queries";
import { kindOfMarket, usualTicket } from "@/products";
import { instrumentName } from "@/products/instrumentName";
import { useQuote } from "@/push/quotes";
import type { CloseQuery } from "@/screenQueries";
import { to } from "@/screens";
import { shownOf, valuationOf } from "@/trade/valuation";
import { EmptyState, ErrorState, Page, TopBar } from "@/ui";
import { CloseTicket } from "./CloseTicket";
import { MarginCloseTicket } from "./MarginCloseTicket";
import { holding } from "./queries";
import { TicketSkeleton } from "./TicketSkeleton";
import type { Closed } from "./useClosing";

interface ClosingProps {
  listing: Listing;
  /** The name in the address, until the server's, in the reader's language, is loaded. */
  name: string;
  /** The position's id. */
  id: string | undefined;
}

/** The latest holding that existed. */
function useLast(held: Closed | undefined): Closed | undefined {
  const [last, setLast] = useState<Closed>();
  const isSame =
    last?.id === held?.id && last?.quantity === held?.quantity && last?.free === held?.free;
  if (held && !isSame) setLast(held);
  return last;
}

interface InsteadProps {
  error: unknown;
  retry(): void;
  nothing?: string;
  title?: string;
}

/** Shown in place of the ticket. */
function Instead({ error, retry, nothing, title }: InsteadProps) {
  return (
    <Page top={<TopBar title={title} />}>
      {nothing ? <EmptyState icon={Briefcase} text={nothing} /> : null}
      {!nothing && error ? <ErrorState error={error} retry={retry} /> : null}
      {nothing || error ? null : <TicketSkeleton />}
    </Page>
  );
}

/** Sells held shares. */
function Selling({ listing, name }: ClosingProps) {
  const { t } = useTranslation("orders");
  const { open, back } = useNavigation();
  const detail = useQuery(instrumentDetail(listing));
  const held = useQuery(holding(listing));
  const instrument = detail.data ?? { ...listing, name };
  const closing = useClosePosition(instrument);
  const { positionId, quantity = "", available = "" } = held.data ?? {};
  const { data: positions } = useQuery(holdings);
  const position = positions?.find(({ id }) => id === positionId);
  const quote = useQuote(listing);
  const valued = position && valuationOf(position, quote?.last);
  const value = valued && shownOf(valued);
  const last = useLast(positionId ? { id: positionId, quantity, free: available } : undefined);
  const isHeld = Boolean(positionId);
  // After a sale of everything the result stays until it has been read.
  const ticket = detail.data && usualTicket(detail.data);
  if (detail.data && ticket && last && (isHeld || closing.body)) {
    return (
      <CloseTicket
        name={ticket}
        instrument={detail.data}
        held={last}
        position={position}
        profit={value?.profit ?? null}
        closing={closing}
        onDone={() => (isHeld ? back() : open(to("trade", { tab: TRADE_TABS.closed })))}
      />
    );
  }
  const error = detail.error ?? held.error;
  return (
    <Instead
      error={error}
      retry={() => void Promise.all([detail.refetch(), held.refetch()])}
      nothing={
        held.data && !error
          ? t("close.nothing", { instrument: instrumentName(instrument) })
          : undefined
      }
    />
  );
}

/** The position in the address, or else one in the instrument. */
const chosenOf = (positions: readonly Position[] | undefined, { listing, id }: ClosingProps) =>
  positions?.find((held) => held.id === id) ??
  positions?.find(
    (held) => !id && held.symbol === listing.symbol && held.market === listing.market,
  );

/** Closes a position on margin. */
function ClosingOnMargin(props: ClosingProps) {
  const { t } = useTranslation(["orders", "positions"]);
  const { open, back } = useNavigation();
  const { listing, name } = props;
  const detail = useQuery(instrumentDetail(listing));
  const held = useQuery(holdings);
  const instrument = detail.data ?? { ...listing, name };
  const closing = useClosePosition(instrument);
  const position = chosenOf(held.data, props);
  const [last, setLast] = useState<Position>();
  if (position && position !== last) setLast(position);
  const shown = position ?? last;
  const free = useQuery({ ...holding(listing, shown?.side), enabled: shown !== undefined });
  if (detail.data && shown && (position || closing.body)) {
    return (
      <MarginCloseTicket
        instrument={detail.data}
        position={shown}
        free={free.data?.available}
        closing={closing}
        onDone={() => (position ? back() : open(to("trade", { tab: TRADE_TABS.closed })))}
      />
    );
  }
  const error = detail.error ?? held.error;
  return (
    <Instead
      error={error}
      title={t("positions:close.action", { context: "margin" })}
      retry={() => void Promise.all([detail.refetch(), held.refetch()])}
      nothing={
        held.data && !error
          ? t("close.nothing", { instrument: instrumentName(instrument), context: "margin" })
          : undefined
      }
    />
  );
}

/** Sells a holding or closes a position, fully or in part. */
export default function ClosePage(query: CloseQuery) {
  return (
    <MarketFirst {...query}>
      {(listing) =>
        kindOfMarket(listing.market).onMargin ? (
          <ClosingOnMargin listing={listing} name={query.name} id={query.id} />
        ) : (
          <Selling listing={listing} name={query.name} id={query.id} />
        )
      }
    </MarketFirst>
  );
}
