import { useQuery, useQueryClient } from "@tanstack/react-query";
import i18next from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { instrumentDetail } from "@/api/instrument";
import { bodyOf } from "@/api/moneyAction";
import { amendedPart, type Order } from "@/api/orders";
import type { Unanswered } from "@/api/unanswered";
import { ConfirmSheet } from "@/money/ConfirmSheet";
import { amendOrder, useAmendOrder } from "@/money/orders";
import { instrumentName } from "@/products/instrumentName";
import { amountOf, wordsOf } from "@/products/words";
import { outcomeOf } from "@/trade/outcome";
import { isOpen, refusalWord, refusedField } from "@/trade/words";
import {
  FormError,
  formatDecimal,
  formatTradeMoment,
  isOwnHidden,
  isPositive,
  ownText,
  toast,
} from "@/ui";
import { AmendFields } from "./AmendFields";
import {
  amendable,
  amendmentOf,
  type Changed,
  keepsItsPlace,
  lastingOf,
  UNCHANGED,
} from "./amendment";
import { isPending, legKindOf } from "./legs";
import { takeOrder } from "./queries";
import { useRefusalText } from "./useRefusalText";

interface AmendSheetProps {
  /** The order's present state, which untouched fields follow. */
  order: Order;
  /** Prices that are proposed, such as one that was dragged in a chart. */
  initial?: Partial<Pick<Changed, "limitPrice" | "stopPrice">>;
  onClose: () => void;
}

/** The order among others of the same instrument: «Take-profit · Sell 35 Apple (AAPL)». */
function useSubject(order: Order): string {
  const { t } = useTranslation("orders");
  const quantity = isPositive(order.quantity)
    ? amountOf(t, order, ownText(formatDecimal(order.quantity)), instrumentName(order))
    : instrumentName(order);
  const deed = t(`deed.${order.side}`, { what: quantity, context: wordsOf(order) });
  return `${t(`kind.${legKindOf(order) ?? order.prices.type}`)} · ${deed}`;
}

/** Changes a working order: its prices, its quantity or its time in force. */
export function AmendSheet({ order, initial, onClose }: AmendSheetProps) {
  const { t, i18n } = useTranslation(["orders", "common", "money", "ticket"]);
  const client = useQueryClient();
  const { data: rules } = useQuery(instrumentDetail(order));
  const refusalText = useRefusalText(order.market);
  const [changed, setChanged] = useState<Changed>({ ...UNCHANGED, ...initial });
  // True once the customer has said that the change is not the one without an answer.
  const [isNew, setIsNew] = useState(false);
  const timeOf = ({ since }: Unanswered) => formatTradeMoment(since, i18n.language, order);
  const amending = useAmendOrder(order, (amended, earlier) => {
    takeOrder(client, amended);
    const texts = i18next.getFixedT(null, "orders");
    const outcome = isOpen(amended.status)
      ? texts("amend.done")
      : outcomeOf(texts, amended, order, isOwnHidden());
    toast(earlier ? t("money:found.amend", { time: timeOf(earlier), outcome }) : outcome);
    onClose();
  });
  const timeZone = rules?.timeZone ?? "UTC";
  const before = lastingOf(order, timeZone);
  const amendment = amendmentOf(order, changed, before);
  const { performAsNew, findOut, busy, refusal, found } = amending;
  const unanswered = busy || isNew ? null : amending.earlierOf({ id: order.id });
  const confirm = () => {
    setIsNew(false);
    if (unanswered) findOut(unanswered);
    else if (amendment) performAsNew(amendment);
  };
  const fields = amendable(order);
  const word = refusal ? refusalWord(refusal.error) : null;
  const message = word && word !== "other" ? refusalText(word) : refusal?.msg;
  const named = [refusal?.field ?? null, word && refusedField(word)].map(amendedPart);
  const field = fields.find((one) => named.includes(one));
  const refused = field ? { field, text: message } : null;
  return (
    <ConfirmSheet
      onClose={onClose}
      title={t("orders:amend.title")}
      description={useSubject(order)}
      action={amending}
      unanswered={unanswered}
      unansweredText={t("orders:amend.unanswered")}
      unansweredWords={
        unanswered
          ? amendOrder.words(bodyOf(amendOrder, unanswered), unanswered.subject ?? "")
          : undefined
      }
      market={order.market}
      label={t("orders:amend.confirm")}
      reason={amendment ? null : t("orders:amend.unchanged")}
      leave={t("common:action.cancel")}
      onConfirm={confirm}
      onNew={amendment ? () => setIsNew(true) : undefined}
      problem={
        <>
          <FormError
            text={
              found && refusal ? t("money:found.amendRefused", { time: timeOf(found) }) : undefined
            }
          />
          <FormError text={refused ? undefined : message} />
        </>
      }
    >
      <AmendFields
        {...{ order, rules, fields, changed, before, timeZone, refused }}
        onChange={setChanged}
      />
      <p className="mt-3 text-small text-ink-2" aria-live="polite">
        {amendment && !isPending(order)
          ? t(keepsItsPlace(order, amendment) ? "orders:amend.keeps" : "orders:amend.loses")
          : null}
      </p>
    </ConfirmSheet>
  );
}
