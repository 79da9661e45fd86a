import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, reply } from "@/api/client";
import type { NewTransfer } from "@/api/funds";
import { decodeTransferQuote, type TransferQuote } from "@/api/transferQuote";

/** A quote as it came, and what an earlier one of the same would have brought. */
export interface HeldQuote {
  quote: TransferQuote;
  /** Until when it is good by this machine's clock, whatever time that shows. */
  until: number;
  before: TransferQuote | null;
}

const askQuote = ({ from, to, amount }: NewTransfer) =>
  reply(api.POST("/wallet/quote", { body: { from, to, amount } })).then(decodeTransferQuote);

const isOfSame = (one: TransferQuote, other: TransferQuote) =>
  one.from === other.from && one.to === other.to && one.sent.amount === other.sent.amount;

/** Asks what a transfer between two currencies arrives as; what is refused is told like other refusals. */
export function useTransferQuote(onQuote: (transfer: NewTransfer, quote: TransferQuote) => void) {
  const [held, setHeld] = useState<HeldQuote | null>(null);
  const asking = useMutation({
    mutationFn: askQuote,
    onSuccess: (quote, transfer) => {
      setHeld((now) => ({
        quote,
        until: Date.now() + quote.goodFor,
        before: now && isOfSame(now.quote, quote) ? now.quote : null,
      }));
      onQuote(transfer, quote);
    },
  });
  return {
    held,
    asking: asking.isPending,
    ask: (transfer: NewTransfer) => asking.mutate(transfer),
    forget: () => setHeld(null),
  };
}

const TICK_MS = 250;

/** How many milliseconds are left until a moment, renewed as they pass. */
export function useLeft(until: number | undefined): number {
  const leftNow = () => (until === undefined ? 0 : Math.max(0, until - Date.now()));
  const [left, setLeft] = useState(leftNow);
  useEffect(() => {
    const renew = () => setLeft(until === undefined ? 0 : Math.max(0, until - Date.now()));
    renew();
    if (until === undefined) return;
    const timer = setInterval(renew, TICK_MS);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}
