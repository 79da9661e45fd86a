import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { marketOf } from "@/api/instrument";
import type { Listing } from "@/api/market";
import type { InstrumentQuery } from "@/screenQueries";
import { ErrorState, Page, TopBar } from "@/ui";
import { PageSkeleton } from "@/ui/PageSkeleton";
import { isUnknownInstrument, UnknownInstrument } from "./UnknownInstrument";

interface MarketFirstProps extends InstrumentQuery {
  /** Draws the screen once the market is known. */
  children: (listing: Listing) => ReactNode;
}

/** Draws a screen of an instrument with its market, which is looked up if the address has none. */
export function MarketFirst({ code, name, market, children }: MarketFirstProps) {
  const { data, error, refetch } = useQuery({
    ...marketOf(code, name),
    enabled: market === undefined,
  });
  const known = market ?? data;
  if (known !== undefined) return children({ symbol: code, market: known });
  if (!error) return <PageSkeleton />;
  return (
    <Page top={<TopBar />}>
      {isUnknownInstrument(error) ? (
        <UnknownInstrument />
      ) : (
        <ErrorState error={error} retry={refetch} />
      )}
    </Page>
  );
}
