import { WifiOff } from "lucide-react";
import { lazy, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { bodyOf, isUnderWay } from "@/api/moneyAction";
import type { Unanswered } from "@/api/unanswered";
import { formatZonedMoment, Notice, useOwnHidden } from "@/ui";
import { type AnyAction, actionOf } from "./moneyActions";
import { useMoneyAction } from "./useMoneyAction";

const load = () => import("./PayPasswordSheet");
const PayPasswordSheet = lazy(() => load().then((sheet) => ({ default: sheet.PayPasswordSheet })));

interface RowButtonProps {
  text: string;
  onClick: () => void;
  busy?: boolean;
}

function RowButton({ text, onClick, busy }: RowButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      disabled={busy}
      aria-busy={busy}
      className="min-h-11 shrink-0 px-1 font-semibold underline underline-offset-2 disabled:opacity-45"
    >
      {text}
    </button>
  );
}

interface RowProps {
  action: AnyAction;
  entry: Unanswered;
  /** Called when the customer asks for the outcome: the row stays until they have read the answer. */
  onAsk: () => void;
  onRead: () => void;
}

/** One action: its words, its time, and a button for its outcome or the outcome itself. */
function Row({ action, entry, onAsk, onRead }: RowProps) {
  const { t, i18n } = useTranslation(["money", "common", "orders", "funds", "withdrawals"]);
  // The words contain amounts.
  useOwnHidden();
  const asking = useMoneyAction(action, { subject: entry.subject });
  const [asksPassword, setAsksPassword] = useState(false);
  const { answer, refusal, busy, found } = asking;
  const { needsPayPassword } = action;
  // Before the press, and not with the list. Where the action was sent from it is loaded, network or not.
  useEffect(() => {
    if (needsPayPassword) load().catch(() => undefined);
  }, [needsPayPassword]);
  const [body, subject] = [bodyOf(action, entry), entry.subject ?? ""];
  const values = {
    action: action.words(body, subject),
    time: formatZonedMoment(entry.since, i18n.language),
  };
  if (found) {
    const reason = refusal?.msg || t("money:told.nothingChanged");
    return (
      <li className="flex items-center gap-3">
        <p role="status" className="min-w-0 flex-1">
          {answer === undefined
            ? t("money:unanswered.wasRefused", { ...values, reason })
            : t("money:unanswered.wasDone", {
                ...values,
                outcome: action.outcome(answer, body, subject),
              })}
        </p>
        <RowButton text={t("common:action.close")} onClick={onRead} />
      </li>
    );
  }
  const isSent = busy || isUnderWay(entry.key);
  const state = isSent ? "sending" : asking.unanswered ? "still" : "row";
  const findOut = () => {
    onAsk();
    if (needsPayPassword) setAsksPassword(true);
    else asking.findOut(entry);
  };
  return (
    <li className="flex items-center gap-3">
      <p className="min-w-0 flex-1">{t(`money:unanswered.${state}`, values)}</p>
      <RowButton text={t("money:unanswered.findOut")} onClick={findOut} busy={isSent} />
      {needsPayPassword && asksPassword ? (
        <Suspense>
          <PayPasswordSheet
            open={asksPassword}
            onClose={() => setAsksPassword(false)}
            title={values.action}
            label={t("money:unanswered.findOut")}
            action={asking}
            unanswered={entry}
            unansweredText={t("funds:transfer.unanswered")}
            onConfirm={(secret) => asking.findOut(entry, secret)}
          >
            {null}
          </PayPasswordSheet>
        </Suspense>
      ) : null}
    </li>
  );
}

interface RowsProps {
  rows: readonly Unanswered[];
  onAsk: (entry: Unanswered) => void;
  onRead: (entry: Unanswered) => void;
}

/** The unanswered actions, each with a button for its outcome. Loaded with the screens, since it is needed offline. */
export function UnansweredRows({ rows, onAsk, onRead }: RowsProps) {
  const { t } = useTranslation("money");
  const known = rows.flatMap((entry) => {
    const action = actionOf(entry);
    return action ? [{ action, entry }] : [];
  });
  if (known.length === 0) return null;
  return (
    <Notice tone="caution" icon={WifiOff} title={t("unanswered.list")} className="mb-3">
      <p>{t("unanswered.hint")}</p>
      <ul>
        {known.map(({ action, entry }) => (
          <Row
            key={entry.key}
            action={action}
            entry={entry}
            onAsk={() => onAsk(entry)}
            onRead={() => onRead(entry)}
          />
        ))}
      </ul>
    </Notice>
  );
}
