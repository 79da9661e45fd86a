import { useState } from "react";
import type { Told } from "./useOutlook";

/**
 * The expected course of an order, which names the moving price at which it would fill. Screen readers hear it again
 * only once its kind changes: every tick of the market would interrupt what they are reading.
 */
export function OutlookLine({ told: { kind, text } }: { told: Told<string> }) {
  const [heard, setHeard] = useState({ kind, text: "" });
  if (heard.kind !== kind) setHeard({ kind, text });
  return (
    <>
      <p className="pt-2.5 text-small text-ink-2">{text}</p>
      <p className="sr-only" aria-live="polite">
        {heard.text}
      </p>
    </>
  );
}
