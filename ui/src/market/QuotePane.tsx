import { useQuery } from "@tanstack/react-query";
import { PageSkeleton } from "@/app/PageSkeleton";
import { kindOfMarket } from "@/products";
import { to } from "@/screens";
import { ErrorState } from "@/ui";
import { DockedScreen } from "@/ui/DockedScreen";
import { useChosen } from "./chosen";
import { leaders } from "./queries";

/** Until it is known what the pane quotes: the shape of a page, or why there is none. */
function NothingYet() {
  const { error, refetch } = useQuery({ ...leaders, enabled: false });
  return error ? <ErrorState error={error} retry={refetch} /> : <PageSkeleton />;
}

/** In a pane of a workspace: the quote of what was chosen, or of the largest company. */
export default function QuotePane() {
  const chosen = useChosen();
  return chosen ? (
    <DockedScreen address={to(kindOfMarket(chosen.market).quote, chosen)} />
  ) : (
    <NothingYet />
  );
}
