import { QueryClient, QueryClientProvider, type QueryKey } from "@tanstack/react-query";
import type { ReactNode } from "react";

/** A story in an app with these answers in its cache, which sends no requests. */
export const seeded = (...answers: readonly (readonly [QueryKey, unknown])[]) => {
  const client = new QueryClient({ defaultOptions: { queries: { enabled: false } } });
  for (const [key, answer] of answers) client.setQueryData(key, answer);
  return (Story: () => ReactNode) => (
    <QueryClientProvider client={client}>{Story()}</QueryClientProvider>
  );
};
