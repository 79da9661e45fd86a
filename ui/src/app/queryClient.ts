import { MutationCache, QueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { ApiError, isAborted, NetworkError } from "@/api/errors";
import { toast } from "@/ui/toast";

declare module "@tanstack/react-query" {
  interface Register {
    /** `quiet: true` if the screen itself shows a refusal. */
    mutationMeta: { quiet?: boolean };
  }
}

/** Shows a toast if a customer's action got no answer; aborted calls are silent. */
function sayNetworkError(error: unknown): void {
  if (error instanceof NetworkError && !isAborted(error)) toast(i18next.t("error.network"));
}

/** A refusal is final: only a call that got no answer is retried. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof NetworkError;
}

/**
 * A failed action of the customer shows a toast. A failed read does not: a screen without data shows the error itself,
 * and the shell marks outdated data (useIsBehind).
 */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      sayNetworkError(error);
      if (!(error instanceof ApiError) || mutation.meta?.quiet || error.code === 401) return;
      toast(error.msg || i18next.t("error.network"));
    },
  }),
  defaultOptions: {
    // Never waits for the browser to believe it is online: the server may be this computer, and an action must not
    // happen later, when the customer no longer expects it.
    queries: {
      retry: shouldRetry,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
