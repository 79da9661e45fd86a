import { useQuery } from "@tanstack/react-query";
import { Briefcase } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import type { Holding } from "@/api/positions";
import { MarketFirst } from "@/market/MarketFirst";
import { useNavigation } from "@/navigation";
import type { InstrumentQuery } from "@/screenQueries";
import { to } from "@/screens";
import { EmptyState, ErrorState, Page, TopBar } from "@/ui";
import { CloseTicket, type Held } from "./CloseTicket";
import { useClosePosition } from "./calls";
import { holding } from "./queries";
import { TicketSkeleton } from "./TicketSkeleton";

/** The Trade tab's number for what was sold (TradePage). */
const CLOSED_TAB = 1;

/** The holding as it was when there was one. */
function useLastHeld(held: Holding | undefined) {
  const [last, setLast] = useState<Held>();
  const { positionId, quantity = "", available = "" } = held ?? {};
  const isSame =
    last?.positionId === positionId && last?.quantity === quantity && last?.available === available;
  if (positionId && !isSame) setLast({ positionId, quantity, available });
  return last;
}

function Closing({ listing }: { listing: Listing }) {
  const { t } = useTranslation("orders");
  const { open, back } = useNavigation();
  const detail = useQuery(instrumentDetail(listing));
  const held = useQuery(holding(listing));
  const closing = useClosePosition(listing.symbol);
  const last = useLastHeld(held.data);
  const title = <TopBar />;
  const isHeld = Boolean(held.data?.positionId);
  // A sale of everything leaves nothing to sell, but its result stays until it has been read.
  if (detail.data && last && (isHeld || closing.body)) {
    return (
      <CloseTicket
        instrument={detail.data}
        held={last}
        closing={closing}
        onDone={() => (isHeld ? back() : open(to("trade", { tab: CLOSED_TAB })))}
      />
    );
  }
  const error = detail.error ?? held.error;
  const retry = () => void Promise.all([detail.refetch(), held.refetch()]);
  if (error)
    return (
      <Page top={title}>
        <ErrorState error={error} retry={retry} />
      </Page>
    );
  if (!held.data)
    return (
      <Page top={title}>
        <TicketSkeleton />
      </Page>
    );
  return (
    <Page top={title}>
      <EmptyState icon={Briefcase} text={t("close.nothing", { code: listing.symbol })} />
    </Page>
  );
}

/** Sells what is held of an instrument, or a part of it. */
export default function ClosePage(query: InstrumentQuery) {
  return <MarketFirst {...query}>{(listing) => <Closing listing={listing} />}</MarketFirst>;
}
