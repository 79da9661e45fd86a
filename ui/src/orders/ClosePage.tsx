import { useQuery } from "@tanstack/react-query";
import { Briefcase } from "lucide-react";
import { useTranslation } from "react-i18next";
import { RequireSession } from "@/app/RequireSession";
import { useQueryOf } from "@/navigation";
import { EmptyState, ErrorState, Page, TopBar } from "@/ui";
import { CloseTicket } from "./CloseTicket";
import { holding, instrument } from "./queries";
import { TicketSkeleton } from "./TicketSkeleton";
import { useOrderStream } from "./useOrderStream";

function Closing({ code, market }: { code: string; market: string }) {
  const { t } = useTranslation("orders");
  useOrderStream();
  const stock = useQuery(instrument(code, market));
  const held = useQuery(holding(code, market));
  const title = <TopBar title={t("close.title", { code })} />;
  if (stock.data && held.data?.id) {
    const { id, positionNum, availableNum } = held.data;
    return <CloseTicket stock={stock.data.stockInfo} held={{ id, positionNum, availableNum }} />;
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
export default function ClosePage() {
  const { code = "", market = "UsStock" } = useQueryOf("payClose");
  return (
    <RequireSession>
      <Closing code={code} market={market} />
    </RequireSession>
  );
}
