import { useQuery } from "@tanstack/react-query";
import { instrumentDetail } from "@/api/instrument";
import type { Listing } from "@/api/market";
import { StatusBadge } from "./StatusBadge";
import { useNow } from "./useNow";

/** The session of a market and its end, read from one of its instruments. */
export function MarketSession({ of }: { of: Listing }) {
  const { data } = useQuery(instrumentDetail(of));
  const now = useNow(1_000);
  return data ? <StatusBadge instrument={data} now={now} /> : null;
}
