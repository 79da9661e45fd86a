import { useQuery } from "@tanstack/react-query";
import { ChevronRight } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Withdrawal } from "@/api/withdrawals";
import { isPositive } from "@/decimal";
import { UnansweredActions } from "@/money/UnansweredActions";
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
import { Column, ColumnActions } from "@/ui/Column";
import { Link } from "@/ui/Link";
import { isOfAccount, withdrawalReasonWord } from "../words";
import { CancelWithdrawalSheet } from "./CancelWithdrawalSheet";
import { destinationOf } from "./destination";
import { withdrawalOf } from "./queries";
import { cameToNothing } from "./state";
import { Timeline } from "./Timeline";
import { useExpected } from "./useExpected";

/** The reason for the failure, the place of the money now, and the customer's options. */
function Ending({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(["payouts", "withdrawals"]);
  const { status, reason, sentAt, fee } = withdrawal;
  if (status !== "rejected") return null;
  const word = reason === null ? undefined : withdrawalReasonWord(reason);
  const back = isPositive(fee) ? "next.returnedWithFee" : "next.returned";
  const why = word ? t(`withdrawals:reason.${word}`) : reason;
  return (
    <Notice
      tone="danger"
      title={t(sentAt === null ? "withdrawals:status.rejected" : "detail.returned")}
    >
      {why ? <p>{why}</p> : null}
      <p>{t(sentAt === null ? "next.rejected" : back)}</p>
      {word ? <p className="mt-1.5">{t(`do.${word}`)}</p> : null}
    </Notice>
  );
}

/** The actions after a failure. If the account was the cause, another account comes first. */
function AfterEnding({ kind, reason }: Withdrawal) {
  const { t } = useTranslation("payouts");
  const accountFirst = reason !== null && isOfAccount(reason);
  const accounts = (
    <LinkButton key="accounts" look={accountFirst ? "primary" : "ghost"} href={to("payouts")}>
      {t("detail.accounts")}
    </LinkButton>
  );
  const again = (
    <LinkButton
      key="again"
      look={accountFirst ? "ghost" : "primary"}
      href={to(kind === "card" ? "withdrawCard" : "withdrawWallet")}
    >
      {t("detail.again")}
    </LinkButton>
  );
  return <ColumnActions>{accountFirst ? [again, accounts] : [accounts, again]}</ColumnActions>;
}

/** The next step, in a sentence. */
function NextStep({ withdrawal, hasAutopilot }: { withdrawal: Withdrawal; hasAutopilot: boolean }) {
  const { t } = useTranslation("payouts");
  const { status, kind, sentBy } = withdrawal;
  if (status === "requested") return t(hasAutopilot ? "next.requestedAutopilot" : "next.requested");
  if (status === "sent") {
    return t(sentBy === "simulated" ? "next.sentSimulated" : `next.sentTo.${kind}`);
  }
  return status === "approved" || status === "cancelled" ? t(`next.${status}`) : null;
}

/** The cost of the withdrawal, as long as something arrives. */
function Costs({ withdrawal: { asked, fee, paid, rate } }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(["withdrawals", "funds"]);
  return (
    <>
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
    </>
  );
}

/** The amount that arrives or has arrived, or that came back. */
function Outcome({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(["payouts", "withdrawals", "funds"]);
  const { asked, arriving, paid, status, sentAt } = withdrawal;
  const isBack = cameToNothing(withdrawal);
  const label = isBack
    ? t(sentAt === null ? "detail.free" : "detail.back", { wallet: t("funds:wallet.BALANCE") })
    : t(status === "settled" ? "withdrawals:status.settled" : "withdrawals:arrives");
  const [amount, currency] = isBack ? [paid.amount, paid.currency] : [arriving, asked.currency];
  return (
    <KeyValue total label={label}>
      <Own>{formatMoney(amount)}</Own> {currency}
    </KeyValue>
  );
}

function Facts({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(["payouts", "withdrawals"]);
  const { id, reviewedBy, sentBy, reference } = withdrawal;
  return (
    <KeyValues>
      <KeyValue label={t("withdrawals:to")}>{destinationOf(withdrawal)}</KeyValue>
      {cameToNothing(withdrawal) ? null : <Costs withdrawal={withdrawal} />}
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
        <span className="inline-flex max-w-full items-center gap-1">
          <span className="min-w-0 break-all">{id}</span>
          <CopyButton label={t("detail.copyNumber")} text={id} className="-my-3" />
        </span>
      </KeyValue>
      <Outcome withdrawal={withdrawal} />
    </KeyValues>
  );
}

function Shown({ withdrawal }: { withdrawal: Withdrawal }) {
  const { t } = useTranslation(["payouts", "withdrawals", "money"]);
  const [isCancelling, setCancelling] = useState(false);
  const { words, hasAutopilot } = useExpected(withdrawal);
  const { asked, status } = withdrawal;
  return (
    <Column>
      <Ending withdrawal={withdrawal} />
      <Card aria-live="polite">
        <p className="num mb-3 text-title font-semibold">
          <Own>{formatMoney(asked.amount)}</Own>{" "}
          <span className="text-small text-ink-2">{asked.currency}</span>
        </p>
        <Timeline withdrawal={withdrawal} expected={words} />
        <p className="mt-3 text-small text-ink-2 empty:hidden">
          <NextStep withdrawal={withdrawal} hasAutopilot={hasAutopilot} />
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
        className="inline-flex min-h-11 items-center gap-1 self-start px-1 text-small text-ink-2"
      >
        {t("detail.times")}
        <ChevronRight size={16} className="shrink-0" aria-hidden />
      </Link>
      {isCancelling ? (
        <CancelWithdrawalSheet withdrawal={withdrawal} onClose={() => setCancelling(false)} />
      ) : null}
    </Column>
  );
}

/** One withdrawal: its status, the next step, and the actions after a failure. */
export default function WithdrawalPage({ id }: WithdrawalQuery) {
  const query = useQuery(withdrawalOf(id));
  const { data } = query;
  return (
    <Page
      top={<TopBar />}
      bottom={data?.status === "rejected" ? <AfterEnding {...data} /> : undefined}
      onRefresh={() => query.refetch()}
    >
      <UnansweredActions />
      <QueryView query={query} skeleton={<SkeletonRows rows={5} />}>
        {(withdrawal) => <Shown withdrawal={withdrawal} />}
      </QueryView>
    </Page>
  );
}
