import { useQuery } from "@tanstack/react-query";
import { PageSkeleton } from "@/app/PageSkeleton";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { ErrorState } from "@/ui";
import { DockedScreen } from "@/ui/DockedScreen";
import { type Chosen, useChosen } from "./chosen";
import { leaders } from "./queries";

export const Quote = ({ chosen }: { chosen: Chosen }) => (
  <DockedScreen address={to(kindOfMarket(chosen.market).quote, chosen)} />
);

/** Until it is known what the pane quotes: the shape of a page, or why there is none. */
function NothingYet() {
  const { error, refetch } = useQuery({ ...leaders, enabled: false });
  return error ? <ErrorState error={error} retry={refetch} /> : <PageSkeleton />;
}

/** In a pane of a workspace: what was chosen of shares of the US or of whatever else, or the largest company. */
export default function QuotePane({ assets }: { assets?: "usStock" }) {
  const chosen = useChosen({ of: "leaders", rows: [], assets });
  return chosen ? <Quote chosen={chosen} /> : <NothingYet />;
}
