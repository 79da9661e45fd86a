import { useQuery } from "@tanstack/react-query";
import { useReducer } from "react";
import { ApiError, saysNothing } from "@/api/errors";
import { refusalWord } from "@/trade/words";
import type { preview } from "./previews";
import { useIsOlder } from "./useIsOlder";

/** Older figures cannot be confirmed: the market has moved on since. */
const TRUSTED_MS = 10_000;

/** Outdated figures. */
export interface OldFigures {
  /** The time of their calculation, in Unix milliseconds. */
  from: number;
  /** True while they are recent enough to confirm. */
  trusted: boolean;
}

/** The input that figures are requested for. */
interface Input {
  /** False while a field is missing. */
  isComplete: boolean;
  /** False while it is being typed. */
  isSettled: boolean;
  /** True once the order is answered. */
  done: boolean;
}

/** The figures of an order as the server works them out, and any obstacle. */
export function useFigures(
  query: ReturnType<typeof preview>,
  { isComplete, isSettled, done }: Input,
) {
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(query);
  const [, look] = useReducer((looks: number) => looks + 1, 0);
  const current = isSettled && isComplete && !done && !isPlaceholderData;
  // A failure of the preview is no refusal of the order.
  const isUnread = error !== null && saysNothing(error);
  const refused = error instanceof ApiError && !isUnread ? error.error : data?.refusal;
  const refusal = current && refused ? refusalWord(refused) : null;
  const isTooOld = useIsOlder(dataUpdatedAt, TRUSTED_MS);
  const hasFigures = Boolean(data) && current;
  const old: OldFigures | null =
    hasFigures && (isUnread || isTooOld) ? { from: dataUpdatedAt, trusted: !isTooOld } : null;
  return {
    /** Null until the input is complete; of an earlier input while `current` is false. */
    cost: isComplete ? (data ?? null) : null,
    current,
    /** True while the figures are of an earlier input. Those of an answered order are its own, and shown in full strength. */
    isEarlier: !current && !done,
    /** Set while the newest figures cannot be read, or are delayed; the cost is then the last known. */
    old,
    /** True while there are no figures, since the first could not be read. */
    unread: current && !data && isUnread,
    refusal,
    /** True while the figures for the input are loading. */
    working: !done && !(current && (data || error)),
    ready: hasFigures && !refusal && (old?.trusted ?? true),
    /** Checks the clock: false if the figures are too old to confirm, which are then refetched. */
    checkAge(): boolean {
      if (Date.now() - dataUpdatedAt <= TRUSTED_MS) return true;
      look();
      void refetch();
      return false;
    },
  };
}
