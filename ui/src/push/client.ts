import { type PushChannel, platform } from "@/platform";

/** A message of the server: a topic's snapshot or delta, or a control message. */
interface TopicMessage {
  topic: string;
  seq: number;
  data: unknown;
  snapshot?: boolean;
}
interface ControlMessage {
  op: string;
  error?: string;
  topics?: string[];
  seq?: number;
}
type ServerMessage = TopicMessage | ControlMessage;

/** The callbacks of a topic's subscriber. `resync` means: refetch over HTTP, since messages may have been lost. */
export interface TopicListener {
  message(data: unknown, seq: number, snapshot: boolean): void;
  resync?(): void;
}

interface Topic {
  listeners: Set<TopicListener>;
  /** The number of listeners at the fast rate of an open chart or ticket. */
  fast: number;
  seq?: number;
  /** True for the customer's own topics, which resume at their last sequence number. */
  own: boolean;
  /** True if subscribed without a sequence number to resume at: earlier messages are missing. */
  startsAnew?: boolean;
}

const BACKOFF_FIRST_MS = 500;
const BACKOFF_LAST_MS = 15_000;
const PING_EVERY_MS = 20_000;
/** The time after which a connection that does not open, or does not answer a ping, is dead. */
const PONG_WITHIN_MS = 8_000;
/**
 * The shortest interval between batches of subscriptions. The server accepts 20 frames a second, and a fling through a
 * list mounts and unmounts a row with every drawn frame.
 */
const FLUSH_EVERY_MS = 150;

type Rate = "normal" | "fast";
type Timer = ReturnType<typeof setTimeout> | undefined;

export type PushState = "idle" | "connecting" | "open" | "waiting";

/**
 * One socket for the whole app. Subscriptions are counted by topic, survive a reconnect, and the customer's own topics
 * resume at the last received sequence number.
 */
export class PushClient {
  #channel: PushChannel | null = null;
  #topics = new Map<string, Topic>();
  #state: PushState = "idle";
  #stateListeners = new Set<(state: PushState) => void>();
  /** The rate last sent to the server for each topic on this connection. */
  #told = new Map<string, Rate>();
  #authenticated = false;
  #failures = 0;
  #retry: Timer;
  #ping: Timer;
  #deadline: Timer;
  #flush: Timer;
  /** Topics whose last listener left since the last batch was sent. */
  readonly #left = new Set<string>();
  #flushedAt = Number.NEGATIVE_INFINITY;
  #sessionEnded: () => void = () => undefined;

  get state(): PushState {
    return this.#state;
  }

  onState(listener: (state: PushState) => void): () => void {
    this.#stateListeners.add(listener);
    return () => this.#stateListeners.delete(listener);
  }

  /** Sets the listener for the end of this connection's session. Set once by the app. */
  onSessionEnded(listener: () => void): void {
    this.#sessionEnded = listener;
  }

  /**
   * Listens to a topic until the returned function is called. The first listener subscribes, and determines if the
   * topic is the customer's `own` (`app/AccountStream.tsx` has them) or public.
   */
  subscribe(name: string, listener: TopicListener, { fast = false, own = false } = {}): () => void {
    const topic = this.#topic(name, own);
    topic.listeners.add(listener);
    if (fast) topic.fast += 1;
    if (this.#state === "idle") this.#connect();
    else this.#syncSoon();
    return () => {
      if (!topic.listeners.delete(listener)) return;
      if (fast) topic.fast -= 1;
      if (topic.listeners.size === 0) {
        this.#topics.delete(name);
        this.#left.add(name);
      }
      this.#syncSoon();
    };
  }

  /** Reconnects as the present customer. Call it after a login and a logout. */
  reconnect(): void {
    for (const topic of this.#topics.values()) topic.seq = undefined;
    this.#failures = 0;
    this.#drop();
    this.#setState("idle");
    if (this.#topics.size > 0) this.#connect();
  }

  /**
   * After the network or the customer has returned: connects at once instead of after the backoff, and probes an open
   * connection.
   */
  wake(): void {
    if (this.#state === "waiting") this.#connect();
    else if (this.#state === "open") this.#probe();
  }

  #topic(name: string, own: boolean): Topic {
    const known = this.#topics.get(name);
    if (known) return known;
    const topic: Topic = { listeners: new Set(), fast: 0, own };
    this.#topics.set(name, topic);
    return topic;
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#setState("connecting");
    const channel: PushChannel = platform.openPush({
      onOpen: () => this.#channel === channel && this.#opened(channel),
      onFrame: (text) => this.#channel === channel && this.#frame(text),
      onClose: () => this.#channel === channel && this.#lost(),
    });
    this.#channel = channel;
    this.#deadline = setTimeout(() => this.#lost(), PONG_WITHIN_MS);
  }

  #opened(channel: PushChannel): void {
    this.#heard();
    this.#failures = 0;
    this.#setState("open");
    this.#authenticated = channel.authenticate();
    this.#ping = setInterval(() => this.#probe(), PING_EVERY_MS);
    this.#sync();
  }

  /** Pings, and drops the connection if nothing arrives in time. */
  #probe(): void {
    if (this.#deadline !== undefined) return;
    this.#send({ op: "ping" });
    this.#deadline = setTimeout(() => {
      this.#failures = 0;
      this.#lost();
    }, PONG_WITHIN_MS);
  }

  #heard(): void {
    clearTimeout(this.#deadline);
    this.#deadline = undefined;
  }

  /** Screens subscribe row by row; the first is sent at once, with all others of its moment. */
  #syncSoon(): void {
    if (this.#state !== "open") return;
    const wait = Math.max(0, this.#flushedAt + FLUSH_EVERY_MS - Date.now());
    this.#flush ??= setTimeout(() => this.#sync(), wait);
  }

  /** Sends the server the difference between its subscriptions and the wanted ones. */
  #sync(): void {
    clearTimeout(this.#flush);
    this.#flush = undefined;
    if (this.#state !== "open") return;
    this.#flushedAt = Date.now();
    // A topic that was left and is wanted again needs a snapshot, even if no unsubscription was sent yet.
    const gone = [...this.#told.keys()].filter(
      (name) => this.#left.has(name) || !this.#topics.has(name),
    );
    for (const name of gone) this.#told.delete(name);
    this.#left.clear();
    const wanted: Record<Rate, string[]> = { normal: [], fast: [] };
    for (const [name, topic] of this.#topics) {
      const rate: Rate = topic.fast > 0 ? "fast" : "normal";
      if (this.#told.get(name) === rate || (topic.own && !this.#authenticated)) continue;
      wanted[rate].push(name);
      this.#told.set(name, rate);
      topic.startsAnew = topic.own && topic.seq === undefined;
    }
    const { normal, fast } = wanted;
    if (gone.length > 0) this.#send({ op: "unsubscribe", topics: gone });
    if (normal.length > 0)
      this.#send({ op: "subscribe", topics: normal, since: this.#positions(normal) });
    if (fast.length > 0) this.#send({ op: "subscribe", topics: fast, rate: "fast" });
  }

  #positions(names: string[]): Record<string, number> | undefined {
    const known = names.flatMap((name) => {
      const topic = this.#topics.get(name);
      return topic?.own && topic.seq !== undefined ? [[name, topic.seq] as const] : [];
    });
    return known.length > 0 ? Object.fromEntries(known) : undefined;
  }

  #frame(text: string): void {
    this.#heard();
    let messages: ServerMessage[];
    try {
      messages = JSON.parse(text) as ServerMessage[];
    } catch {
      return;
    }
    for (const message of messages) {
      if ("topic" in message) this.#deliver(message);
      else this.#control(message);
    }
  }

  #deliver(message: TopicMessage): void {
    const topic = this.#topics.get(message.topic);
    if (!topic) return;
    topic.seq = message.seq;
    for (const listener of topic.listeners) {
      listener.message(message.data, message.seq, message.snapshot === true);
    }
  }

  #control(message: ControlMessage): void {
    if (message.op === "reconnect") this.#lost();
    if (message.error === "session_required") this.#leaveSession();
    for (const name of message.topics ?? []) {
      const topic = this.#topics.get(name);
      if (!topic) continue;
      // The start of an own topic, so that a connection lost before its first event resumes there.
      if (message.op === "subscribed") topic.seq ??= message.seq;
      if (message.op === "resync") topic.seq = undefined;
      // Data read before the topic started may lack changes in between.
      const isAnew = message.op === "subscribed" && topic.startsAnew === true;
      if (isAnew) topic.startsAnew = false;
      if (!isAnew && message.op !== "resync") continue;
      for (const listener of topic.listeners) listener.resync?.();
    }
  }

  /** The server ended the session: quotes continue, the customer's own topics do not. */
  #leaveSession(): void {
    this.#authenticated = false;
    for (const [name, topic] of this.#topics) if (topic.own) this.#told.delete(name);
    this.#sessionEnded();
  }

  #lost(): void {
    this.#drop();
    if (this.#topics.size === 0) {
      this.#setState("idle");
      return;
    }
    const ceiling = Math.min(BACKOFF_LAST_MS, BACKOFF_FIRST_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#setState("waiting");
    // Half of the wait is random, so that not all clients reconnect to a restarted server at once.
    this.#retry = setTimeout(() => this.#connect(), ceiling * (0.5 + Math.random() / 2));
  }

  #drop(): void {
    clearInterval(this.#ping);
    clearTimeout(this.#retry);
    clearTimeout(this.#flush);
    this.#flush = undefined;
    this.#heard();
    this.#told.clear();
    const channel = this.#channel;
    this.#channel = null;
    channel?.close();
  }

  #send(message: object): void {
    if (this.#state === "open") this.#channel?.send(JSON.stringify(message));
  }

  #setState(state: PushState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }
}

/** The app's one push connection. It opens with the first subscription. */
export const push = new PushClient();
