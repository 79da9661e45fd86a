import { v7 as uuid } from "uuid";
import { customerId } from "@/session";
import { ApiError, UnansweredError } from "./errors";
import type { Family } from "./keys";
import { tellUnansweredChange, type Unanswered, unansweredOf } from "./unanswered";

/** An action that moves money or orders. */
export interface MoneyAction<Body extends object, Answer, Sent extends object = Body> {
  /** Names the call. With the body it says what is intended. */
  name: string;
  /** How the body is sent, and written down until it is answered, where the wire has other names. */
  encode?(body: Body): Sent;
  /** Reads what was written down. */
  decode?(sent: Sent): Body;
  /** `secret` is what the customer types to confirm; it belongs neither to the intention nor to a store. */
  send(sent: Sent, key: string, secret: string): Promise<Answer>;
  /**
   * What of the body tells a second try from another action, where the rest may have moved in between: a price that
   * follows the market, say. Without it a second try has the same body.
   */
  about?(sent: Sent): object;
  /** What the action changes, and is to be read again after it. */
  changes: readonly Family[];
  /** What the customer wants, such as "Buy 10 AAPL at 180.05". `subject` is as the intention has it. */
  words: (body: Body, subject: string) => string;
  /** What came of it, as a sentence. */
  outcome: (answer: Answer, body: Body, subject: string) => string;
  /** True where the customer confirms it with the pay password. */
  needsPayPassword?: boolean;
}

type Codec<Body extends object> = Pick<MoneyAction<Body, unknown, object>, "encode" | "decode">;

/** The body of an action as it is sent. */
export const sentOf = <Body extends object>(action: Codec<Body>, body: Body): object =>
  action.encode ? action.encode(body) : body;

/** The body of an action that was written down. */
export function bodyOf<Body extends object>(action: Codec<Body>, { body }: Unanswered): Body {
  const sent = JSON.parse(body);
  return action.decode ? action.decode(sent) : sent;
}

/**
 * What is asked of the server, written down under its Idempotency-Key: a fresh one, kept for the retries of this
 * intention. It begins with the time, so that the server's database finds new ones together. (`crypto.randomUUID` is
 * for secure pages only.)
 */
export const intend = (name: string, body: object, subject?: string): Unanswered => ({
  action: name,
  body: JSON.stringify(body),
  key: uuid(),
  since: Date.now(),
  ...(subject === undefined ? {} : { subject }),
});

/** Refusals of the caller or of this try alone: they do not say what an earlier try came to. */
const OF_THE_CALL = [401, 408, 429];

/** True for a refusal of the action itself, and not of the caller who asked for it. */
function isFinal({ code, error }: ApiError): boolean {
  return (
    !OF_THE_CALL.includes(code) &&
    error !== "session_required" &&
    !error.startsWith("pay_password_")
  );
}

/** What this page has sent, by key, and still waits for. */
const underWay = new Map<string, Promise<unknown>>();

export const isUnderWay = (key: string) => underWay.has(key);

/** Resolves when all that this page has sent by now is answered. */
export const whenAnswered = () => Promise.allSettled(underWay.values());
export const isAnythingUnderWay = () => underWay.size > 0;

async function sendNow<Body extends object, Answer>(
  action: MoneyAction<Body, Answer, object>,
  intention: Unanswered,
  secret: string,
): Promise<Answer> {
  const unanswered = unansweredOf(customerId());
  const isRepeated = unanswered.has(intention.key);
  unanswered.add(intention);
  try {
    const answer = await action.send(JSON.parse(intention.body), intention.key, secret);
    unanswered.remove(intention.key);
    return answer;
  } catch (error) {
    // The server's own trouble says nothing about what it had done by then.
    if (!(error instanceof ApiError) || error.code >= 500) throw new UnansweredError(error);
    // A wrong password ends this try, but what an earlier one came to is still not known.
    if (!isRepeated || isFinal(error)) unanswered.remove(intention.key);
    throw error;
  }
}

/**
 * Sends an intention under its Idempotency-Key. One that got no answer may have been carried out, so
 * sending it once more is a repetition, with the same key and body; one that is still under way is
 * waited for, and not sent again.
 */
export function sendOnce<Body extends object, Answer>(
  action: MoneyAction<Body, Answer, object>,
  intention: Unanswered,
  secret: string,
): Promise<Answer> {
  const { key } = intention;
  const known = underWay.get(key) as Promise<Answer> | undefined;
  if (known) return known;
  const sent = sendNow(action, intention, secret).finally(() => {
    underWay.delete(key);
    tellUnansweredChange();
  });
  underWay.set(key, sent);
  return sent;
}
