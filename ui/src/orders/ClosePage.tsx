import { useQuery } from "@tanstack/react-query";
import { Briefcase } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { instrument } from "@/api/instrument";
import { MarketFirst } from "@/market/MarketFirst";
import { useNavigation } from "@/navigation";
import type { InstrumentQuery } from "@/screenQueries";
import { to } from "@/screens";
import { EmptyState, ErrorState, Page, TopBar } from "@/ui";
import { CloseTicket } from "./CloseTicket";
import { useClosePosition } from "./calls";
import { holding } from "./queries";
import { TicketSkeleton } from "./TicketSkeleton";
import { useOrderStream } from "./useOrderStream";

/** The Trade tab's number for what was sold (TradePage). */
const CLOSED_TAB = 1;

interface Held {
  id: string;
  positionNum: string;
  availableNum: string;
}

/** The holding as it was when there was one. */
function useLastHeld(held: (Omit<Held, "id"> & { id?: string | null }) | undefined) {
  const [last, setLast] = useState<Held>();
  const { id, positionNum = "", availableNum = "" } = held ?? {};
  const isSame =
    last?.id === id && last?.positionNum === positionNum && last?.availableNum === availableNum;
  if (id && !isSame) setLast({ id, positionNum, availableNum });
  return last;
}

function Closing({ code, market }: { code: string; market: string }) {
  const { t } = useTranslation("orders");
  const { open, back } = useNavigation();
  useOrderStream();
  const stock = useQuery(instrument(code, market));
  const held = useQuery(holding(code, market));
  const closing = useClosePosition(code);
  const last = useLastHeld(held.data);
  const title = <TopBar />;
  const isHeld = Boolean(held.data?.id);
  // A sale of everything leaves nothing to sell, but its result stays until it has been read.
  if (stock.data && last && (isHeld || closing.body)) {
    return (
      <CloseTicket
        stock={stock.data.stockInfo}
        held={last}
        closing={closing}
        onDone={() => (isHeld ? back() : open(to("trade", { tab: CLOSED_TAB })))}
      />
    );
  }
  const error = stock.error ?? held.error;
  const retry = () => void Promise.all([stock.refetch(), held.refetch()]);
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
      <EmptyState icon={Briefcase} text={t("close.nothing", { code })} />
    </Page>
  );
}

/** Sells what is held of a stock, or a part of it. */
export default function ClosePage(query: InstrumentQuery) {
  return (
    <MarketFirst {...query}>
      {(market) => <Closing code={query.code} market={market} />}
    </MarketFirst>
  );
}
