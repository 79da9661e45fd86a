import { useState } from "react";
import { platform } from "@/platform";

const KEY = "readingSize";
export const sizes = ["small", "normal", "large"] as const;
export type ReadingSize = (typeof sizes)[number];

const kept = (): ReadingSize =>
  sizes.find((size) => size === platform.storage.get(KEY)) ?? "normal";

/** The text size of articles; the choice is stored on the device. */
export function useReadingSize(): [ReadingSize, (size: ReadingSize) => void] {
  const [size, setSize] = useState(kept);
  const choose = (next: ReadingSize) => {
    platform.storage.set(KEY, next);
    setSize(next);
  };
  return [size, choose];
}
