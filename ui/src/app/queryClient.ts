import { MutationCache, QueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { ApiError, isAborted, NetworkError } from "@/api/errors";
import { toast } from "@/ui/toast";

declare module "@tanstack/react-query" {
  interface Register {
    /** `quiet: true` where the screen itself shows what was refused. */
    mutationMeta: { quiet?: boolean };
  }
}

/** Transport failures of what a customer did are said by a toast; what was given up is silent. */
function sayNetworkError(error: unknown): void {
  if (error instanceof NetworkError && !isAborted(error)) toast(i18next.t("error.network"));
}

/** A refusal is final: only a call that got no answer is worth a second try. */
function shouldRetry(failures: number, error: unknown): boolean {
  return failures < 1 && error instanceof NetworkError;
}

/**
 * What a customer does is answered by a toast where it fails. What the app reads by itself is not: a screen without
 * its data says so in its place, and one whose data grew old is marked by the shell (useIsBehind).
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
    // Nothing waits for the browser to think that it is online: the server may be this computer, and
    // what a customer asked for must not happen later, when they no longer expect it.
    queries: {
      retry: shouldRetry,
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      networkMode: "always",
    },
    mutations: { retry: false, networkMode: "always" },
  },
});
