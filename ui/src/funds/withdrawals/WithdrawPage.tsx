import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Landmark, WalletMinimal } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "@/api/errors";
import { families } from "@/api/keys";
import type { Payout, PayoutKind } from "@/api/payouts";
import type { Unanswered } from "@/api/unanswered";
import { usableIn } from "@/api/usable";
import { walletOf } from "@/api/wallets";
import type { Withdrawal } from "@/api/withdrawals";
import { isPositive } from "@/decimal";
import { KycRequired } from "@/kyc/KycRequired";
import { PayPasswordFirst } from "@/money/PayPasswordFirst";
import { PayPasswordSheet } from "@/money/PayPasswordSheet";
import { UnansweredActions } from "@/money/UnansweredActions";
import { useMoneyAction } from "@/money/useMoneyAction";
import { requestWithdrawal } from "@/money/withdrawals";
import { to } from "@/screens";
import { Button, EmptyState, LinkButton, Notice, Page, QueryView, TopBar } from "@/ui";
import { Column, ColumnActions } from "@/ui/Column";
import { FormSkeleton } from "@/ui/FormSkeleton";
import { useCustomer } from "@/ui/RequireSession";
import { useHasFailed } from "@/ui/useSaidAbove";
import { payouts } from "../payouts/calls";
import { payoutName } from "../payouts/names";
import { useWallets } from "../wallets";
import { amountProblem, wayOf } from "./amounts";
import { CurrencyChoice, WayChoice } from "./choices";
import { LockNotice } from "./LockNotice";
import { PayoutPicker } from "./PayoutPicker";
import { emptyWithdrawal, keptWithdrawal, type TypedWithdrawal } from "./typed";
import { UsableCard } from "./UsableCard";
import { WithdrawalAmount } from "./WithdrawalAmount";
import { WithdrawalDone } from "./WithdrawalDone";
import { WithdrawalList } from "./WithdrawalList";
import { WithdrawalSummary } from "./WithdrawalSummary";

/** Refusals that no password can fix are shown on the screen, and not in the sheet. */
const KYC_REQUIRED = "kyc_required";
const SAID_BY_SCREEN: readonly string[] = [KYC_REQUIRED, "cooling_off", "new_address"];

type OnDone = (withdrawal: Withdrawal, earlier: Unanswered | null) => void;

/** Refetches all failed queries of the screen: one "Try again" covers them all. */
function useReadAgain() {
  const client = useQueryClient();
  return () =>
    client.refetchQueries({ type: "active", predicate: ({ state }) => state.status === "error" });
}

interface FormProps {
  kind: PayoutKind;
  accounts: readonly [Payout, ...Payout[]];
  onDone: OnDone;
}

/** The destination and terms of a withdrawal, as reviewed. */
interface Reviewed {
  name: string;
  fee: string;
  rate: string | null;
}

/** The customer's input, and the server's data for it. */
function useChoices({ kind, accounts, onDone }: FormProps) {
  // An account saved meanwhile, here or elsewhere, does not replace the one in the form.
  const [typed, setTyped] = useState(
    () => keptWithdrawal(kind).read() ?? { ...emptyWithdrawal, payout: accounts[0].id },
  );
  const type = (part: Partial<TypedWithdrawal>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    keptWithdrawal(kind).keep(next);
  };
  const [reviewed, setReviewed] = useState<Reviewed | null>(null);
  const { cardCurrency, amount } = typed;
  const account = accounts.find((candidate) => candidate.id === typed.payout) ?? accounts[0];
  const currency = kind === "card" ? cardCurrency : account.details.currency;
  const client = useQueryClient();
  const usable = useQuery(usableIn(currency, account.id));
  const funding = walletOf(useWallets().data, "BALANCE")?.currency;
  const name = payoutName(account);
  const subject = reviewed?.name ?? name;
  const [needsKyc, setNeedsKyc] = useState(false);
  const withdrawal = useMoneyAction(requestWithdrawal, {
    subject,
    onAnswer: (made, earlier) => {
      keptWithdrawal(kind).forget();
      onDone(made, earlier);
    },
    onRefusal: ({ error }) => {
      setNeedsKyc(error === KYC_REQUIRED);
      if (SAID_BY_SCREEN.includes(error)) {
        void client.invalidateQueries({ queryKey: families.usable });
      }
    },
  });
  const way = wayOf(usable.data, kind);
  const problem = usable.data && way ? amountProblem(amount, usable.data, way) : null;
  const { error } = usable;
  const isUnknown = error instanceof ApiError && error.error === "currency_unsupported";
  return {
    ...{ account, currency, amount, type },
    ...{ usable, funding, reviewed, withdrawal, way, problem },
    isOffered: !isUnknown && !(usable.data && !way),
    needsKyc: needsKyc || usable.data?.needsIdentity === true,
    locks: usable.data?.locks ?? [],
    review: () => {
      if (!usable.data || !way) return;
      setReviewed({ name, fee: way.fee, rate: usable.data.rate });
      withdrawal.review({ kind, payout: account.id, currency, amount });
    },
  };
}

type Choices = ReturnType<typeof useChoices>;

/** The sheet confirms the reviewed figures, even if the form has changed since. */
function ReviewSheet({ choices }: { choices: Choices }) {
  const { t } = useTranslation("withdrawals");
  const { withdrawal, reviewed, funding } = choices;
  const { body, unanswered, refusal } = withdrawal;
  return (
    <PayPasswordSheet
      open={body !== null && !(refusal && SAID_BY_SCREEN.includes(refusal.error))}
      onClose={withdrawal.close}
      title={t("confirmTitle")}
      label={t("confirm")}
      action={withdrawal}
      unanswered={unanswered}
      unansweredText={t("unanswered")}
      onConfirm={withdrawal.confirm}
      onNew={withdrawal.reviewAsNew}
    >
      {body && reviewed ? (
        <WithdrawalSummary
          {...body}
          account={reviewed.name}
          fee={reviewed.fee}
          rate={reviewed.rate}
          funding={funding}
        />
      ) : null}
    </PayPasswordSheet>
  );
}

/** The reason why nothing can be withdrawn now, or not this amount. */
function useReason({ usable: { data }, locks, problem }: Choices): string | null {
  const { t } = useTranslation(["withdrawals", "kyc", "common"]);
  if (data?.needsIdentity) return t("kyc:required.title");
  if (locks.length > 0) return t("withdrawals:lock.reason");
  if (data && !isPositive(data.usable)) return t("withdrawals:nothing");
  const reasons = {
    amount: t("common:unavailable.amount"),
    tooMuch: t("withdrawals:less"),
    tooSmall: t("withdrawals:enough"),
  };
  return problem && reasons[problem];
}

function ReviewButton({ choices }: { choices: Choices }) {
  const { t } = useTranslation("withdrawals");
  const { way, review } = choices;
  return (
    <Button disabled={!way} reason={useReason(choices)} onClick={review}>
      {t("review")}
    </Button>
  );
}

function Amount({ choices }: { choices: Choices }) {
  const { t } = useTranslation("withdrawals");
  const { usable, way, currency, amount, type, funding, problem } = choices;
  const refetch = useReadAgain();
  const { data, error, errorUpdateCount } = usable;
  if (!choices.isOffered) return <Notice tone="caution">{t("notOffered", { currency })}</Notice>;
  if (!data || !way) {
    const query = { data, error, errorUpdateCount, refetch };
    return <QueryView query={query} skeleton={<FormSkeleton fields={2} action={false} />} />;
  }
  return (
    <>
      <UsableCard usable={data} funding={funding} />
      <WithdrawalAmount
        amount={amount}
        onChange={(next) => type({ amount: next })}
        usable={data}
        way={way}
      />
      <WithdrawalSummary
        amount={problem ? null : amount}
        currency={currency}
        fee={way.fee}
        rate={data.rate}
        funding={funding}
      />
    </>
  );
}

function WithdrawForm(props: FormProps) {
  const { kind, accounts } = props;
  const choices = useChoices(props);
  const { account, currency, locks, type, isOffered } = choices;
  const failed = useHasFailed(choices.usable);
  return (
    <Page
      top={<TopBar />}
      bottom={
        <ColumnActions>
          <ReviewButton choices={choices} />
        </ColumnActions>
      }
    >
      <Column>
        <UnansweredActions />
        {choices.needsKyc ? <KycRequired /> : null}
        <WayChoice kind={kind} />
        <PayoutPicker
          accounts={accounts}
          account={account}
          onChange={(payout) => type({ payout })}
        />
        {locks.map((lock) => (
          <LockNotice key={lock.name} lock={lock} />
        ))}
        {kind === "card" ? (
          <CurrencyChoice currency={currency} onChange={(next) => type({ cardCurrency: next })} />
        ) : null}
        <Amount choices={choices} />
        <WithdrawalList saidAbove={failed && isOffered} />
        <ReviewSheet choices={choices} />
      </Column>
    </Page>
  );
}

/** Shown until there is a saved account to send money to. */
function AccountFirst({ kind }: { kind: PayoutKind }) {
  const { t } = useTranslation("withdrawals");
  return (
    <EmptyState
      icon={kind === "card" ? Landmark : WalletMinimal}
      text={t(`none.${kind}`)}
      action={
        <LinkButton href={to(kind === "card" ? "bankAccount" : "walletAddress")}>
          {t(`accounts.add.${kind}`)}
        </LinkButton>
      }
    />
  );
}

interface FrameProps {
  kind: PayoutKind;
  /** True if the content shows that it could not be read. */
  failed: boolean;
  children: ReactNode;
}

function Frame({ kind, failed, children }: FrameProps) {
  return (
    <Page top={<TopBar />}>
      <Column>
        <UnansweredActions />
        <WayChoice kind={kind} />
        {children}
        <WithdrawalList saidAbove={failed} />
      </Column>
    </Page>
  );
}

const isSome = <T,>(list: T[]): list is [T, ...T[]] => list.length > 0;

/** Sends money from the funding account to a saved account, and lists the withdrawals with their statuses. */
export function WithdrawPage({ kind }: { kind: PayoutKind }) {
  const { data, error, errorUpdateCount } = useQuery(payouts);
  const query = { data, error, errorUpdateCount, refetch: useReadAgain() };
  const failed = useHasFailed(query);
  const { payPasswordSet } = useCustomer();
  const [done, setDone] = useState<{ withdrawal: Withdrawal; since?: number } | null>(null);
  if (done) return <WithdrawalDone {...done} onAgain={() => setDone(null)} />;
  const accounts = data?.filter((payout) => payout.kind === kind) ?? [];
  if (payPasswordSet && isSome(accounts)) {
    const onDone: OnDone = (withdrawal, earlier) => setDone({ withdrawal, since: earlier?.since });
    return <WithdrawForm kind={kind} accounts={accounts} onDone={onDone} />;
  }
  return (
    <Frame kind={kind} failed={failed && payPasswordSet}>
      {payPasswordSet ? (
        <QueryView query={query} skeleton={<FormSkeleton />}>
          {() => <AccountFirst kind={kind} />}
        </QueryView>
      ) : (
        <PayPasswordFirst />
      )}
    </Frame>
  );
}
