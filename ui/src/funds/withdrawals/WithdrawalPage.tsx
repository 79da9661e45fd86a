import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { UnansweredActions } from "@/app/UnansweredActions";
import type { WithdrawalQuery } from "@/screenQueries";
import { to } from "@/screens";
import {
  Button,
  Card,
  CopyButton,
  formatDecimal,
  formatMoney,
  KeyValue,
  KeyValues,
  LinkButton,
  Notice,
  Own,
  Page,
  QueryView,
  SkeletonRows,
  TopBar,
} from "@/ui";
import { isPositive } from "@/ui/decimal";
import { Link } from "@/ui/Link";
import { withdrawalReasonWord } from "../words";
import { CancelWithdrawalSheet } from "./CancelWithdrawalSheet";
import { destinationOf } from "./destination";
import { withdrawalOf } from "./queries";
import { Timeline } from "./Timeline";
import { useExpected } from "./useExpected";

/** Why it came to nothing, where the money is now, and what one can do. */
function Ending({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(["payouts", "withdrawals"]);
  const { status, reason, sentAt, kind } = withdrawal;
  if (status !== "rejected") return null;
  const word = reason === null ? undefined : withdrawalReasonWord(reason);
  const why = word ? t(`withdrawals:reason.${word}`) : reason;
  return (
    <Notice
      tone="danger"
      title={t(sentAt === null ? "withdrawals:status.rejected" : "detail.returned")}
    >
      {why ? <p>{why}</p> : null}
      {word === "returned" ? null : <p>{t(sentAt === null ? "next.rejected" : "next.returned")}</p>}
      {word ? <p className="mt-1.5">{t(`do.${word}`)}</p> : null}
      <div className="mt-2.5 flex flex-wrap gap-2">
        <LinkButton look="ghost" href={to("payouts")}>
          {t("detail.accounts")}
        </LinkButton>
        <LinkButton look="ghost" href={to(kind === "card" ? "withdrawCard" : "withdrawWallet")}>
          {t("detail.again")}
        </LinkButton>
      </div>
    </Notice>
  );
}

/** What happens next, in a sentence. */
function NextStep({ withdrawal, isPaper }: { withdrawal: Withdrawal; isPaper: boolean }) {
  const { t } = useTranslation("payouts");
  const { status } = withdrawal;
  if (status === "requested") return t(isPaper ? "next.requestedPaper" : "next.requested");
  if (status === "approved" || status === "sent" || status === "cancelled") {
    return t(`next.${status}`);
  }
  return null;
}

function Facts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(["payouts", "withdrawals", "funds"]);
  const { asked, fee, paid, rate, arriving, id, reviewedBy, sentBy, reference } = withdrawal;
  return (
    <KeyValues>
      <KeyValue label={t("withdrawals:to")}>{destinationOf(withdrawal)}</KeyValue>
      <KeyValue label={t("withdrawals:paid", { wallet: t("funds:wallet.BALANCE") })}>
        <Own>{formatMoney(paid.amount)}</Own> {paid.currency}
      </KeyValue>
      {rate ? (
        <KeyValue label={t("funds:transfer.rate")}>
          1 {asked.currency} = {formatDecimal(rate)} {paid.currency}
        </KeyValue>
      ) : null}
      <KeyValue label={t("withdrawals:fee")}>
        {isPositive(fee) ? (
          <>
            <Own>{formatMoney(fee)}</Own> {asked.currency}
          </>
        ) : (
          t("withdrawals:noFee")
        )}
      </KeyValue>
      {reviewedBy ? (
        <KeyValue label={t("detail.decidedBy")}>{t(`by.${reviewedBy}`)}</KeyValue>
      ) : null}
      {sentBy ? <KeyValue label={t("detail.sentBy")}>{t(`sent.${sentBy}`)}</KeyValue> : null}
      {reference ? (
        <KeyValue label={t("detail.reference")}>
          <span className="inline-flex max-w-full items-center gap-1">
            <span className="min-w-0 break-all">{reference}</span>
            <CopyButton label={t("detail.copyReference")} text={reference} className="-my-3" />
          </span>
        </KeyValue>
      ) : null}
      <KeyValue label={t("withdrawals:number")}>
        <span className="inline-flex items-center gap-1">
          {id}
          <CopyButton label={t("detail.copyNumber")} text={id} className="-my-3" />
        </span>
      </KeyValue>
      <KeyValue total label={t("withdrawals:arrives")}>
        <Own>{formatMoney(arriving)}</Own> {asked.currency}
      </KeyValue>
    </KeyValues>
  );
}

function Shown({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(["payouts", "withdrawals", "money"]);
  const [isCancelling, setCancelling] = useState(false);
  const { words, isPaper } = useExpected(withdrawal);
  const { asked, status } = withdrawal;
  return (
    <div className="flex flex-col gap-3">
      <Ending withdrawal={withdrawal} />
      <Card aria-live="polite">
        <p className="num mb-3 text-title font-semibold">
          <Own>{formatMoney(asked.amount)}</Own>{" "}
          <span className="text-small text-ink-2">{asked.currency}</span>
        </p>
        <Timeline withdrawal={withdrawal} expected={words} />
        <p className="mt-3 text-small text-ink-2 empty:hidden">
          <NextStep withdrawal={withdrawal} isPaper={isPaper} />
        </p>
      </Card>
      <Card className="py-2">
        <Facts withdrawal={withdrawal} />
      </Card>
      {status === "requested" ? (
        <Button look="ghost" onClick={() => setCancelling(true)}>
          {t("withdrawals:cancel.action")}
        </Button>
      ) : null}
      <Link
        to={to("withdrawalTimes")}
        className="inline-flex min-h-11 items-center self-start px-1 text-note font-semibold text-ink"
      >
        {t("detail.times")}
      </Link>
      {isCancelling ? (
        <CancelWithdrawalSheet withdrawal={withdrawal} onClose={() => setCancelling(false)} />
      ) : null}
    </div>
  );
}

/** One withdrawal: how far it is, what comes next, and what can be done where it came to nothing. */
export default function WithdrawalPage({ id }: WithdrawalQuery) {
  const query = useQuery(withdrawalOf(id));
  return (
    <Page top={<TopBar />} onRefresh={() => query.refetch()}>
      <UnansweredActions />
      <QueryView query={query} skeleton={<SkeletonRows rows={5} />}>
        {(withdrawal) => <Shown withdrawal={withdrawal} />}
      </QueryView>
    </Page>
  );
}
