import i18next from "i18next";
import { v7 as uuid } from "uuid";
import { customerId } from "@/session";
import { ApiError, UnansweredError } from "./errors";
import type { Family } from "./keys";
import type { paths } from "./schema";
import { tellUnansweredChange, type Unanswered, unansweredOf } from "./unanswered";
import type { Wire } from "./wire";

/** A call that takes an order, whatever it is for. */
interface Placing {
  post: {
    requestBody: { content: { "application/json": Wire["OrderRequest"] } };
    responses: { 200: { content: { "application/json": Wire["Envelope_OrderReply"] } } };
  };
}

/** The calls that place orders. `trade/forms.ts` has their tickets. */
export type PlacingCall = {
  [Path in keyof paths]: paths[Path] extends Placing ? Path : never;
}[keyof paths];

/** The calls of all money actions. `money/moneyActions.ts` has the action of each, with its words. */
export type ActionName =
  | PlacingCall
  | "/position/flatPosition"
  | "/orders/amend"
  | "/orders/cancel"
  | "/wallet/transfer"
  | "/recharge/create"
  | "/recharge/cancel"
  | "/recharge/releaseSuspense"
  | "/recharge/simulate"
  | "/withdrawal/withdrawal-apply"
  | "/withdrawal/cancel"
  | "/position/addPositionMargin"
  | "/position/removeMargin"
  | "/position/marginRefill"
  | "/position/leverage"
  | "/position/protect"
  | "/position/roll";

/** An action that moves money or orders. */
export interface MoneyAction<Body extends object, Answer, Sent extends object = Body> {
  /** The name of the call. With the body it identifies the intention. */
  name: ActionName;
  /** Encodes the body for sending and for storage until it is answered, if the wire has other names. */
  encode?(body: Body): Sent;
  /** Decodes a stored body. */
  decode?(sent: Sent): Body;
  /** `secret` is typed by the customer to confirm; it is not part of the intention and never stored. */
  send(sent: Sent, key: string, secret: string): Promise<Answer>;
  /**
   * The part of the body that identifies a second try if the rest may have changed in between, such as a price that
   * follows the market. Without it a second try has the same body.
   */
  about?(sent: Sent): object;
  /** The query families to refetch after the action. */
  changes: readonly Family[];
  /** The action in words, such as "Buy 10 AAPL at 180.05". `subject` is that of the intention. */
  words: (body: Body, subject: string) => string;
  /** The outcome, as a sentence. */
  outcome: (answer: Answer, body: Body, subject: string) => string;
  /** True if the outcome says the action too, so that a toast needs no more. */
  outcomeSaysAll?: boolean;
  /** True if the customer confirms it with the pay password. */
  needsPayPassword?: boolean;
}

type Codec<Body extends object> = Pick<MoneyAction<Body, unknown, object>, "encode" | "decode">;

/** The body of an action as it is sent. */
export const sentOf = <Body extends object>(action: Codec<Body>, body: Body): object =>
  action.encode ? action.encode(body) : body;

/** The body of a stored action. */
export function bodyOf<Body extends object>(action: Codec<Body>, { body }: Unanswered): Body {
  const sent = JSON.parse(body);
  return action.decode ? action.decode(sent) : sent;
}

/**
 * A new Idempotency-Key. It begins with the time, so that new keys are adjacent in the server's database.
 * (`crypto.randomUUID` is for secure pages only.)
 */
export const newKey = (): string => uuid();

/** A new intention with its Idempotency-Key, which its retries keep. */
export const intend = (name: string, body: object, subject?: string): Unanswered => ({
  action: name,
  body: JSON.stringify(body),
  key: newKey(),
  since: Date.now(),
  ...(subject === undefined ? {} : { subject }),
});

/** Refusals of the caller or of this try alone: the outcome of an earlier try stays unknown. */
const OF_THE_CALL = [401, 408, 429];

/** True for a refusal of the action itself, and not of the caller who asked for it. */
function isFinal({ code, error }: ApiError): boolean {
  return (
    !OF_THE_CALL.includes(code) &&
    error !== "session_required" &&
    !error.startsWith("pay_password_")
  );
}

/** The calls of this page that are not answered yet, by key. */
const underWay = new Map<string, Promise<unknown>>();

export const isUnderWay = (key: string) => underWay.has(key);

/** Resolves when all calls that this page has sent so far are answered. */
export const whenAnswered = () => Promise.allSettled(underWay.values());
export const isAnythingUnderWay = () => underWay.size > 0;

/** Refuses an action that the device cannot keep: without its key, a reloaded page would send it a second time. */
const notStored = () => new ApiError(0, i18next.t("money:notStored"), { error: "not_stored" });

/** Puts a new intention on the device before it is sent. */
async function keep(intention: Unanswered, customer: string | undefined): Promise<void> {
  const unanswered = unansweredOf(customer);
  try {
    await unanswered.add(intention);
    if (customerId() === customer) return;
  } catch {
    unanswered.remove(intention.key);
    throw notStored();
  }
  unanswered.remove(intention.key);
  throw new DOMException("the customer has left", "AbortError");
}

async function sendNow<Body extends object, Answer>(
  action: MoneyAction<Body, Answer, object>,
  intention: Unanswered,
  secret: string,
): Promise<Answer> {
  const unanswered = unansweredOf(customerId());
  const isRepeated = unanswered.has(intention.key);
  // A repeated one is on the device already, and becomes the latest.
  if (isRepeated) unanswered.add(intention).catch(() => undefined);
  else await keep(intention, customerId());
  try {
    const answer = await action.send(JSON.parse(intention.body), intention.key, secret);
    unanswered.remove(intention.key);
    return answer;
  } catch (error) {
    // A server error leaves open what was done before it.
    if (!(error instanceof ApiError) || error.code >= 500) throw new UnansweredError(error);
    // A wrong password ends this try, but the outcome of an earlier one is still unknown.
    if (!isRepeated || isFinal(error)) unanswered.remove(intention.key);
    throw error;
  }
}

/**
 * Sends an intention under its Idempotency-Key. One that got no answer may have been carried out, so sending it again
 * repeats the same key and body; one that is still under way is awaited, and not sent again.
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
