import type { QueryClient } from "@tanstack/react-query";
import type { Family } from "@/api/keys";

/** A topic of the customer's account, and the effect of its messages. */
export interface AccountTopic {
  name: string;
  /** Processes one message. */
  take(client: QueryClient, data: unknown): void;
  /** The query families to refetch after lost messages. */
  renews: readonly Family[];
  /** Deletes the data of a customer who has left. */
  forget?(): void;
}
