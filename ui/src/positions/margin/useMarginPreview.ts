import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, reply } from "@/api/client";
import { ApiError } from "@/api/errors";
import { families } from "@/api/keys";
import { decodeMarginPreview } from "@/api/positions";
import { useDebounced } from "@/ui";

/** A considered change: more margin, less of it, or another leverage. */
export type Change = { amount: string } | { removed: string } | { leverage: string };

/** The mark moves; the figures are refetched this often. */
const EVERY_MS = 2_000;

const marginPreview = (id: string, change: Change | null) =>
  queryOptions({
    queryKey: [...families.positions, "preview", id, change],
    queryFn: ({ signal }) =>
      reply(api.POST("/position/marginPreview", { body: { id, ...change }, signal })).then(
        decodeMarginPreview,
      ),
    enabled: change !== null,
    refetchInterval: EVERY_MS,
    retry: false,
  });

const OBSTACLES = [
  "insufficient_funds",
  "margin_too_low",
  "margin_called",
  "stale_quote",
  "no_quote",
] as const;

/** The effect of a change on a position, as the server calculates it, and any obstacle. */
export function useMarginPreview(id: string, change: Change | null) {
  const { t } = useTranslation("positions");
  const settled = useDebounced(change && JSON.stringify(change));
  const asked: Change | null = settled ? JSON.parse(settled) : null;
  const { data, error } = useQuery({
    ...marginPreview(id, asked),
    placeholderData: keepPreviousData,
  });
  const word = error instanceof ApiError ? error.error : data?.refusal;
  const known = OBSTACLES.find((obstacle) => obstacle === word);
  const isTooMuch = known === "margin_too_low" && change !== null && "removed" in change;
  const obstacle = word
    ? t(`margin.obstacle.${isTooMuch ? "not_removable" : (known ?? "other")}`)
    : undefined;
  return {
    preview: data,
    obstacle: change ? obstacle : undefined,
    /** True if the margin would not cover the change: more margin would. */
    lacksMargin: change !== null && known === "margin_too_low",
  };
}
