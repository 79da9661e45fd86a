import { useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect, useRef } from "react";
import { ApiError } from "@/api/errors";
import type { AssetClass, Instrument } from "@/api/market";
import { useNavigation } from "@/navigation";
import { quoteAddress } from "@/products";
import { toast } from "@/ui";
import { remember } from "./searchHistory";
import { search } from "./searchQueries";

/**
 * The instrument with the typed symbol, or else the first result: "F" means Ford and not every name with an f. If a
 * future is first, the keyword was the code of its months.
 */
function bestOf(found: readonly Instrument[], keyword: string): Instrument | undefined {
  const typed = keyword.toUpperCase();
  if (found[0]?.assetClass === "future" && found[0].symbol.startsWith(typed)) return found[0];
  return found.find(({ symbol }) => symbol.toUpperCase() === typed) ?? found[0];
}

/** Reports why nothing was opened, as nothing else does: the list may not have requested this keyword yet. */
function sayWhy(error: unknown): void {
  if ((error as Error).name === "CancelledError") return;
  toast((error instanceof ApiError && error.msg) || i18next.t("error.network"));
}

/**
 * Opens the best result for the typed text, once the server has answered. The results on the screen may be those of an
 * earlier keyword, so they are not used. The latest call wins, and leaving the screen cancels it.
 */
export function useOpenBest(of: AssetClass | ""): (typed: string) => Promise<void> {
  const client = useQueryClient();
  const { open } = useNavigation();
  const latest = useRef("");
  useEffect(() => {
    const leave = () => {
      latest.current = "";
    };
    return leave;
  }, []);
  return async (typed) => {
    const keyword = typed.trim();
    latest.current = keyword;
    if (keyword === "") return;
    try {
      const found = await client.fetchQuery(search(keyword, of));
      const best = bestOf(found, keyword);
      if (!best || latest.current !== keyword) return;
      remember(keyword);
      open(quoteAddress(best));
    } catch (error) {
      sayWhy(error);
    }
  };
}
