import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { customerId } from "@/session";
import { newIdempotencyKey } from "./client";
import { ApiError, UnansweredError } from "./errors";
import { unansweredOf } from "./unanswered";

interface MoneyAction<Body extends object, Answer> {
  /** Names the call. With the body it says what is intended. */
  name: string;
  /** `secret` is what the customer types to confirm; it belongs neither to the intention nor to a store. */
  send: (body: Body, key: string, secret: string) => Promise<Answer>;
  /** The queries that show what the action changes. */
  changes: QueryKey[];
  /** Called while the screen that asked is still there. */
  onAnswer?: (answer: Answer) => void;
  onRefusal?: (error: ApiError) => void;
}

/** True for a refusal of the action itself, and not of the caller who asked for it. */
function isFinal({ code, error }: ApiError): boolean {
  return code !== 401 && code !== 429 && !error.startsWith("pay_password_");
}

/**
 * Sends an action under one Idempotency-Key until the server has answered it. An action that got no
 * answer may have been done, so the next try is a repetition under the same key; an answered one is
 * over, and asking for the same once more is another intention.
 */
export async function sendOnce<Answer>(
  name: string,
  body: object,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const unanswered = unansweredOf(customerId());
  const earlier = unanswered.keyOf(name, body);
  const key = earlier ?? newIdempotencyKey();
  unanswered.add(name, body, key);
  try {
    const answer = await send(key);
    unanswered.remove(key);
    return answer;
  } catch (error) {
    // The server's own trouble says nothing about what it had done by then.
    if (!(error instanceof ApiError) || error.code >= 500) throw new UnansweredError(error);
    // A wrong password ends this try, but what an earlier one came to is still not known.
    if (!earlier || isFinal(error)) unanswered.remove(key);
    throw error;
  }
}

/**
 * An action that moves money or orders, from the customer's review to the server's answer. What was
 * reviewed is what is sent, whatever the screen says by then; it leaves when the customer says so and
 * never later; and until it is answered it is one action, however often it is tried.
 */
export function useMoneyAction<Body extends object, Answer>(action: MoneyAction<Body, Answer>) {
  const { name, send, changes, onAnswer, onRefusal } = action;
  const client = useQueryClient();
  const [body, setBody] = useState<Body | null>(null);
  const sending = useMutation({
    mutationFn: (sent: { body: Body; secret: string }) =>
      sendOnce(name, sent.body, (key) => send(sent.body, key, sent.secret)),
    // A browser that thinks that it is offline would keep it, and send it when nobody expects it.
    networkMode: "always",
    retry: false,
    // The cache must not keep the secret.
    gcTime: 0,
    meta: { quiet: true },
    onSettled: () => {
      for (const queryKey of changes) void client.invalidateQueries({ queryKey });
    },
  });
  const isUnderWay = (next: Body) =>
    sending.isPending && JSON.stringify(sending.variables.body) === JSON.stringify(next);
  const review = (next: Body) => {
    if (!isUnderWay(next)) sending.reset();
    setBody(next);
  };
  const perform = (next: Body, secret = "") => {
    if (isUnderWay(next)) return;
    setBody(next);
    sending.mutate(
      { body: next, secret },
      {
        onSuccess: (answer) => onAnswer?.(answer),
        onError: (error) => error instanceof ApiError && onRefusal?.(error),
      },
    );
  };
  const isOpen = body !== null;
  const answer = isOpen ? sending.data : undefined;
  const busy = isOpen && sending.isPending;
  return {
    /** What was reviewed, or is being sent; null while there is nothing to confirm. */
    body,
    /** Fixes what the customer is asked to confirm. */
    review,
    close: () => {
      setBody(null);
      if (!sending.isPending) sending.reset();
    },
    /** Sends what was reviewed. */
    confirm: (secret?: string) => body && perform(body, secret),
    /** Reviews and sends at once, where the form itself is the review. */
    perform,
    busy,
    answer,
    /** Why the server refused; null also where it did not answer. */
    refusal: isOpen && sending.error instanceof ApiError ? sending.error : null,
    /** It may or may not have been done. Sending it again is safe. */
    unanswered:
      isOpen && !busy && !answer && unansweredOf(customerId()).keyOf(name, body) !== undefined,
  };
}

/** What a sheet or a form shows of an action. */
export type MoneyActionState<Body extends object, Answer> = ReturnType<
  typeof useMoneyAction<Body, Answer>
>;
