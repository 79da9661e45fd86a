import { useEffect } from "react";
import { topicBoard, useTopic } from "@/push/topicBoard";

/** The socket tells that there are new articles; which, and in whose language, is read. */
const told = topicBoard({ whole: () => 0, change: (count: number) => count + 1 });

/** Reads a list of articles again when there are new ones. */
export function useNewsTold(refetch: () => Promise<unknown>) {
  const count = useTopic(told, "news") ?? 0;
  useEffect(() => {
    if (count > 0) void refetch();
  }, [count, refetch]);
}
