import { useMutation, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { customerId } from "@/session";
import { toast } from "@/ui/toast";
import { ApiError } from "./errors";
import { families } from "./keys";
import { bodyOf, intend, type MoneyAction, sendOnce, sentOf } from "./moneyAction";
import { type Unanswered, unansweredOf } from "./unanswered";

/** An outcome takes longer to read than "Copied". */
const TOLD_MS = 8_000;

interface Listeners<Answer> {
  /** What an action is about, where its body has only an id of that. */
  subject?: string;
  /** Called while the screen that asked is still there. `earlier` is the try that the answer is to, where it is a repetition. */
  onAnswer?: (answer: Answer, earlier: Unanswered | null) => void;
  onRefusal?: (error: ApiError) => void;
}

interface Reviewed<Body> {
  body: Body;
  /** What the customer has filled in, where the body is that of an earlier try. */
  own: Body;
  /** The try that a confirmation repeats: the same was sent before, and no answer came. */
  earlier: Unanswered | null;
}

interface Sent {
  intention: Unanswered;
  earlier: Unanswered | null;
  secret: string;
  /** Whose action it is. */
  customer: string | undefined;
}

/** Says how an action ended whose screen was left. */
function tell<Body extends object, Answer>(
  action: MoneyAction<Body, Answer, object>,
  { intention, customer }: Sent,
  ended: { answer: Answer } | { error: unknown },
): void {
  // What became of another customer's money is nobody else's business.
  if (customerId() !== customer) return;
  const body = bodyOf(action, intention);
  const subject = intention.subject ?? "";
  const told = action.words(body, subject);
  const t = i18next.getFixedT(null, "money");
  if ("answer" in ended) {
    const outcome = action.outcome(ended.answer, body, subject);
    toast(t("told.done", { action: told, outcome }), TOLD_MS);
  } else if (ended.error instanceof ApiError) {
    const reason = ended.error.msg || t("told.nothingChanged");
    toast(t("told.refused", { action: told, reason }), TOLD_MS);
  } else {
    toast(t("told.unanswered", { action: told }), TOLD_MS);
  }
}

/** True, by its `current`, until the screen is left. */
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
 * An action that moves money or orders, from the customer's review to the server's answer. What was
 * reviewed is what is sent, whatever the screen says by then; it leaves when the customer says so and
 * never later; until it is answered it is one action, however often it is tried, and nothing else can
 * be reviewed while it is under way. Whoever leaves the screen meanwhile is told how it ended.
 */
export function useMoneyAction<Body extends object, Answer>(
  action: MoneyAction<Body, Answer, object>,
  { subject, onAnswer, onRefusal }: Listeners<Answer> = {},
) {
  // The words are needed when the screen may be gone.
  useTranslation("money");
  const client = useQueryClient();
  const isThere = useIsThere();
  const isSending = useRef(false);
  const [reviewed, setReviewed] = useState<Reviewed<Body> | null>(null);
  const earlierOf = (body: Body) =>
    unansweredOf(customerId()).find(action.name, sentOf(action, body), action.about) ?? null;
  const sending = useMutation({
    mutationFn: ({ intention, secret }: Sent) => sendOnce(action, intention, secret),
    // A browser that thinks that it is offline would keep it, and send it when nobody expects it.
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
    /** What was reviewed, or is being sent; null while there is nothing to confirm. */
    body: reviewed?.body ?? null,
    /** Fixes what the customer is asked to confirm: the same as an earlier try is that try, until they say that it is not. */
    review: (body: Body) => show(latest(body)),
    /** The customer says that what is reviewed is not the earlier try. */
    reviewAsNew: () => reviewed && show(asNew(reviewed.own)),
    close: () => show(null),
    /** Sends what was reviewed. */
    confirm: (secret?: string) => reviewed && send(reviewed, secret),
    /** Reviews and sends at once, where the form itself is the review. */
    perform: (body: Body) => send(latest(body)),
    /** The same for what the customer says is not the earlier try. */
    performAsNew: (body: Body) => send(asNew(body)),
    /** Asks what became of an earlier try. */
    findOut: (earlier: Unanswered, secret?: string) => send(repeated(earlier), secret),
    /** The latest try of the same that got no answer, or of what may be the same. */
    earlierOf,
    busy,
    answer,
    /** Why the server refused; null also where it did not answer. */
    refusal,
    /** The try that may or may not have been carried out. Sending it again is safe. */
    unanswered,
    /** The earlier try that the answer or the refusal is to. */
    found: (answer || refusal) && !unanswered ? (sending.variables?.earlier ?? null) : null,
  };
}

/** What a sheet or a form shows of an action. */
export type MoneyActionState<Body extends object, Answer> = ReturnType<
  typeof useMoneyAction<Body, Answer>
>;
