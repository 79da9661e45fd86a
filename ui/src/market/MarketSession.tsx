import { useQuery } from "@tanstack/react-query";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { StatusBadge } from "./StatusBadge";
import { useNow } from "./useNow";

/** Whether a market can be traded on, as one of its instruments knows, and until when. */
export function MarketSession({ of }: { of: Listing }) {
  const { data } = useQuery(instrumentDetail(of));
  const now = useNow(1_000);
  return data ? <StatusBadge instrument={data} now={now} /> : null;
}
