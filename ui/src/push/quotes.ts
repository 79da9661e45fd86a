import { useMemo, useSyncExternalStore } from "react";
import { decodePushedQuote, type Listing, type Quote, updateQuote } from "@/api/market";
import { type PushClient, push } from "./client";
import { onSilence } from "./patience";

/**
 * The painting interval of a list: faster than the eye follows only costs battery. An open chart or ticket uses the
 * fast rate, since decisions depend on it: it is painted with the next frame.
 */
const PAINT_EVERY_MS = 100;

/** The time for which a row outlives its last reader, since a closing screen is often followed by a similar one. */
const LINGER_MS = 400;

interface Row {
  painted: Quote | undefined;
  arrived: Quote | undefined;
  listeners: Set<() => void>;
  /** The number of listeners at the fast rate. */
  fast: number;
  leave: () => void;
}

/**
 * One store per row. Deltas merge as they arrive, and every 100 ms only changed rows redraw (a fast one with the next
 * frame); a list of thousands never renders as a whole.
 */
export class QuoteBoard {
  #rows = new Map<string, Row>();
  #dirty = new Set<Row>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #frame: number | undefined;
  readonly #push: PushClient;

  constructor(client: PushClient) {
    this.#push = client;
    onSilence(client, () => this.#age());
  }

  /** Marks all quotes as stale on a silent connection, until their next snapshot. */
  #age(): void {
    for (const row of this.#rows.values()) {
      if (!row.arrived || row.arrived.stale) continue;
      row.arrived = { ...row.arrived, stale: true };
      this.#dirty.add(row);
    }
    this.#paint([...this.#dirty]);
  }

  subscribe(topic: string, fast: boolean, listener: () => void): () => void {
    const row = this.#rows.get(topic) ?? this.#open(topic);
    row.listeners.add(listener);
    if (fast) row.fast += 1;
    const unhurry = fast ? this.#push.subscribe(topic, { message() {} }, { fast }) : undefined;
    return () => {
      row.listeners.delete(listener);
      if (fast) row.fast -= 1;
      unhurry?.();
      if (row.listeners.size === 0) setTimeout(() => this.#close(topic, row), LINGER_MS);
    };
  }

  #close(topic: string, row: Row): void {
    if (row.listeners.size > 0 || this.#rows.get(topic) !== row) return;
    row.leave();
    this.#dirty.delete(row);
    this.#rows.delete(topic);
  }

  get(topic: string): Quote | undefined {
    return this.#rows.get(topic)?.painted;
  }

  #open(topic: string): Row {
    const row: Row = {
      painted: undefined,
      arrived: undefined,
      listeners: new Set(),
      fast: 0,
      leave: () => undefined,
    };
    this.#rows.set(topic, row);
    row.leave = this.#push.subscribe(topic, {
      message: (data, _seq, snapshot) => {
        if (snapshot) row.arrived = decodePushedQuote(data);
        else if (!row.arrived) return;
        else {
          // A painted quote is immutable; one not painted yet takes the next delta in place.
          if (row.arrived === row.painted) row.arrived = { ...row.arrived };
          updateQuote(row.arrived, data);
        }
        this.#dirty.add(row);
        this.#paintSoon(row);
      },
    });
    return row;
  }

  #paintSoon(row: Row): void {
    if (row.fast === 0) this.#paintLater();
    else this.#frame ??= requestAnimationFrame(() => this.#paintFast());
  }

  #paintFast(): void {
    this.#frame = undefined;
    this.#paint([...this.#dirty].filter(({ fast }) => fast > 0));
    // The fast reader may have left by now.
    if (this.#dirty.size > 0) this.#paintLater();
  }

  #paintLater(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#paint([...this.#dirty]);
    }, PAINT_EVERY_MS);
  }

  #paint(rows: readonly Row[]): void {
    for (const row of rows) {
      this.#dirty.delete(row);
      row.painted = row.arrived;
      for (const listener of row.listeners) listener();
    }
  }
}

const board = new QuoteBoard(push);

const subscribers = new Map<string, (listener: () => void) => () => void>();

/** Returns one function per row and rate, or React would resubscribe at every render. */
function subscriberOf(topic: string, fast: boolean) {
  const key = `${topic} ${fast}`;
  const known = subscribers.get(key);
  if (known) return known;
  const subscriber = (listener: () => void) => board.subscribe(topic, fast, listener);
  subscribers.set(key, subscriber);
  return subscriber;
}

const topicOf = ({ market, symbol }: Listing) => `quote:${market}:${symbol}`;

/**
 * The live quote of an instrument; undefined until its first tick. `fast` requests the rate of an open chart or ticket.
 */
export function useQuote(listing: Listing, fast = false): Quote | undefined {
  const topic = topicOf(listing);
  return useSyncExternalStore(subscriberOf(topic, fast), () => board.get(topic));
}

/** The newest quote of an instrument on the screen, for occasional reads. */
export const quoteNow = (listing: Listing): Quote | undefined => board.get(topicOf(listing));

/** One value of a quote, for components that redraw only when it changes. */
export function useQuotePart<T extends string | boolean>(
  listing: Listing,
  read: (quote: Quote | undefined) => T,
): T {
  const topic = topicOf(listing);
  return useSyncExternalStore(subscriberOf(topic, false), () => read(board.get(topic)));
}

/** The live quotes of several instruments, in their order, for sums. */
export function useQuotes(listings: readonly Listing[]): readonly (Quote | undefined)[] {
  const key = listings.map(topicOf).join("\n");
  const source = useMemo(() => quotesOf(key === "" ? [] : key.split("\n")), [key]);
  return useSyncExternalStore(source.subscribe, source.get);
}

/** One array per state of the quotes: React compares it by identity. */
function quotesOf(topics: string[]) {
  let seen: readonly (Quote | undefined)[] = [];
  return {
    subscribe(listener: () => void) {
      const leave = topics.map((topic) => subscriberOf(topic, false)(listener));
      return () => {
        for (const stop of leave) stop();
      };
    },
    get() {
      const now = topics.map((topic) => board.get(topic));
      const same = now.length === seen.length && now.every((quote, index) => quote === seen[index]);
      if (!same) seen = now;
      return seen;
    },
  };
}
