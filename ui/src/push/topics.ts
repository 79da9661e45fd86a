import type { QueryClient } from "@tanstack/react-query";
import type { Family } from "@/api/keys";

/** A topic of the customer's own, and what its messages change on the screens. */
export interface AccountTopic {
  name: string;
  /** Takes up one message. */
  take(client: QueryClient, data: unknown): void;
  /** What is read again where messages were lost. */
  renews: readonly Family[];
}
