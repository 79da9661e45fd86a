import { useMutation, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { families } from "@/api/keys";
import { bodyOf, intend, type MoneyAction, sendOnce, sentOf } from "@/api/moneyAction";
import { type Unanswered, unansweredOf } from "@/api/unanswered";
import { customerId } from "@/session";
import { toast } from "@/ui/toast";

/** An outcome takes longer to read than "Copied". */
export const TOLD_MS = 8_000;

interface Listeners<Answer> {
  /** The subject of an action whose body has only its id. */
  subject?: string;
  /** Called while the screen is still open. `earlier` is the try that the answer belongs to, if it is a repetition. */
  onAnswer?: (answer: Answer, earlier: Unanswered | null) => void;
  onRefusal?: (error: ApiError) => void;
}

interface Reviewed<Body> {
  body: Body;
  /** The customer's own input, if the body is that of an earlier try. */
  own: Body;
  /** The try that a confirmation repeats: it was sent with no answer. */
  earlier: Unanswered | null;
}

interface Sent {
  intention: Unanswered;
  earlier: Unanswered | null;
  secret: string;
  /** The customer who sent it. */
  customer: string | undefined;
}

/** Shows a toast with the outcome of an action whose screen was left. */
function tell<Body extends object, Answer>(
  action: MoneyAction<Body, Answer, object>,
  { intention, customer }: Sent,
  ended: { answer: Answer } | { error: unknown },
): void {
  // Another customer must not see the outcome.
  if (customerId() !== customer) return;
  const body = bodyOf(action, intention);
  const subject = intention.subject ?? "";
  const told = action.words(body, subject);
  const t = i18next.getFixedT(null, "money");
  if ("answer" in ended) {
    const outcome = action.outcome(ended.answer, body, subject);
    toast(action.outcomeSaysAll ? outcome : t("told.done", { action: told, outcome }), TOLD_MS);
  } else if (ended.error instanceof ApiError) {
    const reason = ended.error.msg || t("told.nothingChanged");
    toast(t("told.refused", { action: told, reason }), TOLD_MS);
  } else {
    toast(t("told.unanswered", { action: told }), TOLD_MS);
  }
}

/** `current` is true until the screen is left. */
function useIsThere() {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return isThere;
}

/**
 * An action that moves money or orders, from the customer's review to the server's answer. The reviewed body is sent,
 * even if the screen has changed since; it is sent when the customer confirms, never later; until it is answered, all
 * tries are one action, and nothing else can be reviewed while it is under way. If the customer leaves the screen
 * meanwhile, a toast reports the outcome.
 */
export function useMoneyAction<Body extends object, Answer>(
  action: MoneyAction<Body, Answer, object>,
  { subject, onAnswer, onRefusal }: Listeners<Answer> = {},
) {
  // Loads the texts, which are needed after the screen is left.
  useTranslation("money");
  const client = useQueryClient();
  const isThere = useIsThere();
  const isSending = useRef(false);
  const [reviewed, setReviewed] = useState<Reviewed<Body> | null>(null);
  const earlierOf = (body: Body) =>
    unansweredOf(customerId()).find(action.name, sentOf(action, body), action.about) ?? null;
  const sending = useMutation({
    mutationFn: ({ intention, secret }: Sent) => sendOnce(action, intention, secret),
    // A browser that believes it is offline would queue the action, and send it unexpectedly later.
    networkMode: "always",
    retry: false,
    // The cache must not keep the secret.
    gcTime: 0,
    meta: { quiet: true },
    onSuccess: (answer, sent) => {
      if (isThere.current) onAnswer?.(answer, sent.earlier);
      else tell(action, sent, { answer });
    },
    onError: (error, sent) => {
      const { intention, customer } = sent;
      const earlier = unansweredOf(customer).has(intention.key) ? intention : null;
      setReviewed((now) => now && { ...now, earlier });
      if (!isThere.current) tell(action, sent, { error });
      else if (error instanceof ApiError) onRefusal?.(error);
    },
    onSettled: () => {
      isSending.current = false;
      for (const family of action.changes) {
        void client.invalidateQueries({ queryKey: families[family] });
      }
    },
  });
  const send = (now: Reviewed<Body>, secret = "") => {
    if (isSending.current) return;
    isSending.current = true;
    setReviewed(now);
    const { body, earlier } = now;
    const intention = earlier ?? intend(action.name, sentOf(action, body), subject);
    sending.mutate({ intention, earlier, secret, customer: customerId() });
  };
  const show = (next: Reviewed<Body> | null) => {
    if (isSending.current) return;
    sending.reset();
    setReviewed(next);
  };
  const repeated = (earlier: Unanswered, own = bodyOf(action, earlier)): Reviewed<Body> => ({
    body: bodyOf(action, earlier),
    own,
    earlier,
  });
  const asNew = (body: Body): Reviewed<Body> => ({ body, own: body, earlier: null });
  const latest = (body: Body): Reviewed<Body> => {
    const earlier = earlierOf(body);
    return earlier ? repeated(earlier, body) : asNew(body);
  };
  const isOpen = reviewed !== null;
  const busy = isOpen && sending.isPending;
  const answer = isOpen ? sending.data : undefined;
  const refusal = isOpen && sending.error instanceof ApiError ? sending.error : null;
  const unanswered = !busy && answer === undefined ? (reviewed?.earlier ?? null) : null;
  return {
    /** The body under review or being sent; null if there is none. */
    body: reviewed?.body ?? null,
    /**
     * Fixes the body for confirmation: one that matches an earlier try repeats it, until the customer says it is new.
     */
    review: (body: Body) => show(latest(body)),
    /** Marks the reviewed body as new, not the earlier try. */
    reviewAsNew: () => reviewed && show(asNew(reviewed.own)),
    close: () => show(null),
    /** Sends the reviewed body. */
    confirm: (secret?: string) => reviewed && send(reviewed, secret),
    /** Reviews and sends at once, if the form itself is the review. */
    perform: (body: Body) => send(latest(body)),
    /** `perform` for a body that the customer says is not the earlier try. */
    performAsNew: (body: Body) => send(asNew(body)),
    /** Repeats an earlier try to learn its outcome. */
    findOut: (earlier: Unanswered, secret?: string) => send(repeated(earlier), secret),
    /** The latest unanswered try that equals a body, or may be meant by it. */
    earlierOf,
    busy,
    answer,
    /** The server's refusal; null also if it did not answer. */
    refusal,
    /** The try that may or may not have been carried out. Sending it again is safe. */
    unanswered,
    /** The earlier try that the answer or the refusal belongs to. */
    found: (answer || refusal) && !unanswered ? (sending.variables?.earlier ?? null) : null,
  };
}

/** The state of an action for a sheet or a form. */
export type MoneyActionState<Body extends object, Answer> = ReturnType<
  typeof useMoneyAction<Body, Answer>
>;
