import { useSyncExternalStore } from "react";
import { type PushClient, push } from "./client";
import { onSilence } from "./patience";

/** Applies messages of a topic to its state. Deltas follow a snapshot, so there is a state then. */
export interface Topic<State> {
  whole(data: unknown, before: State | undefined): State;
  change(state: State, data: unknown): State;
  /** True for the rate of an open chart. */
  fast?: boolean;
}

interface Row<State> {
  state: State | undefined;
  listeners: Set<() => void>;
  leave: () => void;
}

/**
 * The states of topics of one kind: one row per topic, shared by all subscribers. While nothing can arrive a row is
 * cleared, since changes would be missed.
 */
export class TopicBoard<State> {
  readonly #rows = new Map<string, Row<State>>();
  readonly #subscribers = new Map<string, (listener: () => void) => () => void>();
  readonly #topic: Topic<State>;
  readonly #push: PushClient;

  constructor(topic: Topic<State>, client: PushClient) {
    this.#topic = topic;
    this.#push = client;
    onSilence(client, () => this.#forget());
  }

  get(name: string): State | undefined {
    return this.#rows.get(name)?.state;
  }

  subscribe(name: string, listener: () => void): () => void {
    const row = this.#rows.get(name) ?? this.#open(name);
    row.listeners.add(listener);
    return () => {
      row.listeners.delete(listener);
      if (row.listeners.size > 0 || this.#rows.get(name) !== row) return;
      row.leave();
      this.#rows.delete(name);
    };
  }

  /** Returns one function per topic, or React would resubscribe at every render. */
  subscriberOf(name: string): (listener: () => void) => () => void {
    const known = this.#subscribers.get(name);
    if (known) return known;
    const subscriber = (listener: () => void) => this.subscribe(name, listener);
    this.#subscribers.set(name, subscriber);
    return subscriber;
  }

  #open(name: string): Row<State> {
    const row: Row<State> = { state: undefined, listeners: new Set(), leave: () => undefined };
    this.#rows.set(name, row);
    const { fast = false } = this.#topic;
    const message = (data: unknown, _seq: number, snapshot: boolean) => {
      if (snapshot) row.state = this.#topic.whole(data, row.state);
      else if (row.state === undefined) return;
      else row.state = this.#topic.change(row.state, data);
      for (const listener of row.listeners) listener();
    };
    row.leave = this.#push.subscribe(name, { message }, { fast });
    return row;
  }

  #forget(): void {
    for (const row of this.#rows.values()) {
      row.state = undefined;
      for (const listener of row.listeners) listener();
    }
  }
}

/** The board of a kind of topic on the app's socket. */
export const topicBoard = <State>(topic: Topic<State>) => new TopicBoard(topic, push);

const nothing = () => () => undefined;

/** The state of a topic; undefined before there is one, and for no topic. */
export function useTopic<State>(board: TopicBoard<State>, name: string | null): State | undefined {
  return useSyncExternalStore(name === null ? nothing : board.subscriberOf(name), () =>
    name === null ? undefined : board.get(name),
  );
}
