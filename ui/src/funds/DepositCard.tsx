import { useTranslation } from "react-i18next";
import type { AnnouncedKind, Deposit, DepositStatus } from "@/api/funds";
import { to } from "@/screens";
import {
  Button,
  Card,
  classes,
  formatDecimal,
  formatMoney,
  KeyValue,
  KeyValues,
  LinkButton,
  Own,
} from "@/ui";
import { formatTime } from "@/ui/time";
import { CoinLines } from "./coins/CoinLines";
import { Deciding } from "./Deciding";
import { DepositProof } from "./DepositProof";
import { formOf } from "./deposits";
import { failureWord, refusalWord } from "./words";

const LOOKS: Record<DepositStatus, string> = {
  pending: "bg-info-soft text-info",
  completed: "bg-success-soft text-success",
  failed: "bg-danger-soft text-danger",
  cancelled: "bg-sunken text-ink-2",
  suspense: "bg-info-soft text-info",
  other: "bg-sunken text-ink-2",
};

interface StatusPillProps {
  status: DepositStatus;
  /** True for coins that wait for confirmations; they need no review. */
  coming: boolean;
}

function StatusPill({ status, coming }: StatusPillProps) {
  const { t } = useTranslation(["funds", "deposits"]);
  return (
    <span
      className={classes(
        "shrink-0 rounded-pill px-2 py-[3px] text-small font-semibold",
        LOOKS[status],
      )}
    >
      {t(coming ? "record.waiting" : `record.${status}`)}
    </span>
  );
}

/** The label of the credited amount, if the deposit is or will be credited. */
const CREDITS: Record<DepositStatus, "record.credit" | "record.toCredit" | null> = {
  pending: "record.toCredit",
  completed: "record.credit",
  failed: null,
  cancelled: null,
  suspense: null,
  other: null,
};

/** The reason why a deposit failed, in the customer's language if it is a known one. */
function Reason({ reason }: { reason: string }) {
  const { t } = useTranslation(["funds", "deposits"]);
  const word = failureWord(reason);
  return (
    <KeyValue label={t("record.reason")}>{word ? t(`deposits:reasons.${word}`) : reason}</KeyValue>
  );
}

/** Advice on what the customer can do, if anything. */
function Advice({ reason }: { reason: string }) {
  const { t } = useTranslation("deposits");
  const word = refusalWord(reason);
  return word ? <p className="mt-1 text-small text-ink-2">{t(`do.${word}`)}</p> : null;
}

/** Submits a refused deposit again with its data; if its amount was the reason, the customer enters another. */
function Again({ kind, deposit: { sent, reason } }: { kind: AnnouncedKind; deposit: Deposit }) {
  const { t } = useTranslation("deposits");
  const amount = reason === "amount_differs" ? undefined : sent.amount;
  return (
    <div className="mt-3 flex">
      <LinkButton look="ghost" href={to(formOf[kind], { currency: sent.currency, amount })}>
        {t("again")}
      </LinkButton>
    </div>
  );
}

interface DepositCardProps {
  deposit: Deposit;
  /** Asks for confirmation to cancel; only for a pending deposit. */
  onCancel?: () => void;
}

/** One deposit: the amount sent, its credit, and the result of its review. */
export function DepositCard({ deposit, onCancel }: DepositCardProps) {
  const { t, i18n } = useTranslation(["funds", "deposits"]);
  const { kind, status, sent, credit, rate, reason } = deposit;
  const ofChain = deposit.network !== null;
  const isEstimate = status === "pending" && rate !== null && !ofChain;
  const creditName = isEstimate ? "record.estimate" : CREDITS[status];
  return (
    <Card className="mb-2.5" aria-live="polite">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <p className="num text-title font-semibold whitespace-nowrap">
          <Own>{formatMoney(sent.amount)}</Own>{" "}
          <span className="text-small text-ink-2">{sent.currency}</span>
        </p>
        <StatusPill status={status} coming={ofChain && status === "pending"} />
      </div>
      <KeyValues className="mt-1.5">
        <KeyValue label={t("record.channel")}>{t(`deposit.channel.${kind}`)}</KeyValue>
        {creditName && credit.amount !== null ? (
          <KeyValue label={t(creditName)}>
            <Own>{formatMoney(credit.amount)}</Own> {credit.currency}
          </KeyValue>
        ) : null}
        {rate ? (
          <KeyValue label={t("transfer.rate")}>
            1 {sent.currency} = {formatDecimal(rate)} {credit.currency}
          </KeyValue>
        ) : null}
        <CoinLines deposit={deposit} />
        <KeyValue label={t(ofChain ? "deposits:seen" : "record.created")}>
          {formatTime(deposit.announcedAt, i18n.language)}
        </KeyValue>
        {deposit.reviewedAt === null || ofChain ? null : (
          <KeyValue label={t("record.reviewed")}>
            {formatTime(deposit.reviewedAt, i18n.language)}
          </KeyValue>
        )}
        {deposit.reviewedBy ? (
          <KeyValue label={t("deposits:decidedBy")}>
            {t(`deposits:by.${deposit.reviewedBy}`)}
          </KeyValue>
        ) : null}
        {reason ? <Reason reason={reason} /> : null}
      </KeyValues>
      {deposit.proof ? <DepositProof file={deposit.proof} /> : null}
      {reason ? <Advice reason={reason} /> : null}
      {status === "failed" && kind !== "wallet" ? <Again kind={kind} deposit={deposit} /> : null}
      {status === "suspense" ? (
        <p className="mt-1 text-small text-ink-2">{t("deposits:shortWhy")}</p>
      ) : null}
      {status === "pending" && !ofChain && onCancel ? (
        <>
          <Deciding className="mt-1 text-small text-ink-2" />
          <div className="mt-3 flex">
            <Button look="ghost" onClick={onCancel}>
              {t("deposits:cancel")}
            </Button>
          </div>
        </>
      ) : null}
    </Card>
  );
}
