import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, reply } from "@/api/client";
import type { NewTransfer } from "@/api/funds";
import { decodeTransferQuote, type TransferQuote } from "@/api/transferQuote";

/** A quote, and the earlier quote for an equal transfer. */
export interface HeldQuote {
  quote: TransferQuote;
  /** The end of its validity by this machine's clock, even if that is wrong. */
  until: number;
  before: TransferQuote | null;
}

const askQuote = ({ from, to, amount }: NewTransfer) =>
  reply(api.POST("/wallet/quote", { body: { from, to, amount } })).then(decodeTransferQuote);

const isOfSame = (one: TransferQuote, other: TransferQuote) =>
  one.from === other.from && one.to === other.to && one.sent.amount === other.sent.amount;

/** Requests a quote for a transfer between two currencies; a refusal is shown like others. */
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

/** The milliseconds left until a moment, updated as they pass. */
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
