import { useQuery } from "@tanstack/react-query";
import { type Chosen, useChosen } from "@/market/chosen";
import { leaders } from "@/market/queries";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { ErrorState } from "@/ui";
import { DockedScreen } from "@/ui/DockedScreen";
import { PageSkeleton } from "@/ui/PageSkeleton";

export const Quote = ({ chosen }: { chosen: Chosen }) => (
  <DockedScreen address={to(kindOfMarket(chosen.market).quote, chosen)} />
);

/** Shown until the pane's instrument is known: a skeleton, or the error. */
function NothingYet() {
  const { error, refetch } = useQuery({ ...leaders, enabled: false });
  return error ? <ErrorState error={error} retry={refetch} /> : <PageSkeleton />;
}

/** A workspace pane with the quote of the chosen instrument (of US shares, if so asked), or of the largest company. */
export default function QuotePane({ assets }: { assets?: "usStock" }) {
  const chosen = useChosen({ of: "leaders", rows: [], assets });
  return chosen ? <Quote chosen={chosen} /> : <NothingYet />;
}
