import { useEffect } from "react";
import { topicBoard, useTopic } from "@/push/topicBoard";

/** A push announces new articles; the articles, in the reader's language, are fetched. */
const told = topicBoard({ whole: () => 0, change: (count: number) => count + 1 });

/** Refetches a list of articles when there are new ones. */
export function useNewsTold(refetch: () => Promise<unknown>) {
  const count = useTopic(told, "news") ?? 0;
  useEffect(() => {
    if (count > 0) void refetch();
  }, [count, refetch]);
}
