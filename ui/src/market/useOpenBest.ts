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
 * The instrument whose symbol was typed, or else the first that was found: "F" means Ford and not every name with an f. A
 * future that stands first was asked for by what its months are called.
 */
function bestOf(found: readonly Instrument[], keyword: string): Instrument | undefined {
  const typed = keyword.toUpperCase();
  if (found[0]?.assetClass === "future" && found[0].symbol.startsWith(typed)) return found[0];
  return found.find(({ symbol }) => symbol.toUpperCase() === typed) ?? found[0];
}

/** Says why nothing was opened, as nothing else does: the list may not ask for this keyword yet. */
function sayWhy(error: unknown): void {
  if ((error as Error).name === "CancelledError") return;
  toast((error instanceof ApiError && error.msg) || i18next.t("error.network"));
}

/**
 * Opens what was typed, once the server has said what it is. What lies on the screen may still belong
 * to an earlier keyword, so it is not asked. The latest call wins, and leaving the screen ends it.
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
