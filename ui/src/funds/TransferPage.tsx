import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { fundingOverview } from "@/api/fundingOverview";
import type { Transfer, Wallet } from "@/api/funds";
import type { TransferQuote } from "@/api/transferQuote";
import { walletOf } from "@/api/wallets";
import { isPositive } from "@/decimal";
import { keptForm } from "@/forms/keptForm";
import { PayPasswordFirst } from "@/money/PayPasswordFirst";
import { PayPasswordSheet } from "@/money/PayPasswordSheet";
import { UnansweredActions } from "@/money/UnansweredActions";
import type { TransferQuery } from "@/screenQueries";
import { to } from "@/screens";
import {
  AmountField,
  Button,
  currencyDecimals,
  formatMoney,
  Page,
  QueryView,
  TopBar,
  useOwnText,
} from "@/ui";
import { Column, ColumnActions } from "@/ui/Column";
import { FormSkeleton } from "@/ui/FormSkeleton";
import { Link } from "@/ui/Link";
import { useCustomer } from "@/ui/RequireSession";
import { QuoteCard } from "./QuoteCard";
import { SettlingLines } from "./SettlingLines";
import { TransferDone } from "./TransferDone";
import { type Sides, TransferSides } from "./TransferSides";
import { RateNow, TransferSummary } from "./TransferSummary";
import { amountProblem, rateBetween, ticketToReturnTo } from "./transfer";
import { useTransfer } from "./useTransfer";
import { useLeft, useTransferQuote } from "./useTransferQuote";
import { useWallets } from "./wallets";

/** The form's input: at first the direction in the address; without one, from funding to US stocks. */
function useTyped(wallets: readonly Wallet[], asked: TransferQuery) {
  const { from = "BALANCE" } = asked;
  const { to = from === "STOCK" ? "BALANCE" : "STOCK" } = asked;
  const first = { from, to, amount: "" };
  const [kept] = useState(() => keptForm(`transfer-${from}-${to}`, first));
  const [typed, setTyped] = useState(() => kept.read() ?? first);
  const type = (next: typeof first) => {
    setTyped(next);
    kept.keep(next);
  };
  const sides: Sides = { from: typed.from, to: typed.to };
  return {
    sides,
    setSides: (next: Sides) => type({ ...typed, ...next }),
    amount: typed.amount,
    setAmount: (amount: string) => type({ ...typed, amount }),
    forget: kept.forget,
    from: walletOf(wallets, sides.from),
    to: walletOf(wallets, sides.to),
  };
}

/** A completed transfer with its quote, and its time if that was an earlier try. */
interface Done {
  transfer: Transfer;
  quote: TransferQuote | null;
  since?: number;
}

interface FormProps {
  asked: TransferQuery;
  wallets: readonly Wallet[];
  onDone: (done: Done) => void;
}

/** The transferable amount, and how to get more if it is zero. */
function Available({ from, onAll }: { from: Wallet; onAll: () => void }) {
  const { t } = useTranslation("funds");
  const own = useOwnText();
  const action =
    "-m-2 inline-flex min-h-11 min-w-11 items-center justify-end p-2 font-semibold text-ink";
  return (
    <div className="flex items-center justify-between gap-3 px-1 text-small text-ink-2">
      <span className="num">
        {t("transfer.available", {
          amount: own(formatMoney(from.transferable, from.currency)),
          currency: from.currency,
        })}
      </span>
      {isPositive(from.transferable) ? (
        <button type="button" onClick={onAll} className={action}>
          {t("transfer.all")}
        </button>
      ) : from.type === "BALANCE" ? (
        <Link to={to("deposit")} className={action}>
          {t("deposit.title")}
        </Link>
      ) : null}
    </div>
  );
}

function TransferForm({ asked, wallets, onDone }: FormProps) {
  // Loads the texts of quotes and rate sources too, so that no part of the form reloads later.
  const { t } = useTranslation(["funds", "common", "transfers", "deposits"]);
  const typed = useTyped(wallets, asked);
  const { sides, setSides, amount, setAmount, from, to: target } = typed;
  const rates = useQuery(fundingOverview);
  const overview = rates.data;
  const transfer = useTransfer(from?.currency, (made, earlier) => {
    typed.forget();
    onDone({ transfer: made, quote: heldAs(made.quoteId)?.quote ?? null, since: earlier?.since });
  });
  const quote = useTransferQuote((asked, { id }) => transfer.review({ ...asked, quoteId: id }));
  const heldAs = (id?: string | null) => (quote.held?.quote.id === id ? quote.held : null);
  const held = heldAs(transfer.body?.quoteId);
  const isSpent = transfer.refusal?.error.startsWith("quote_") ?? false;
  const left = useLeft(held && !isSpent ? held.until : undefined);
  if (!from || !target) return null;

  const crosses = from.currency !== target.currency;
  const rate = crosses ? rateBetween(overview?.rates, from.currency, target.currency) : undefined;
  const problem = amountProblem(amount, from);
  const errors = {
    amount: undefined,
    insufficient: t("funds:transfer.insufficient"),
    unsettled: t("funds:transfer.unsettled"),
  };
  const error = problem ? errors[problem] : undefined;
  const reasons = {
    amount: t("common:unavailable.amount"),
    insufficient: t("common:unavailable.tooMuch"),
    unsettled: t("common:unavailable.tooMuch"),
  };
  const noRate = crosses && overview && !rate;
  const lacksRates = crosses && !overview;
  const rateProblem = noRate
    ? t("funds:transfer.noRate")
    : lacksRates && rates.isError
      ? t("funds:transfer.rateFailed")
      : undefined;
  const review = () => {
    if (problem || (crosses && !rate)) return;
    if (crosses) quote.ask({ ...sides, amount });
    else transfer.review({ ...sides, amount });
  };
  const close = () => {
    transfer.close();
    quote.forget();
  };
  // The quote of an earlier try without an answer is no longer stored.
  const summary = held ? (
    <QuoteCard from={from} to={target} held={held} left={left} />
  ) : (
    <TransferSummary from={from} to={target} amount={transfer.body?.amount ?? amount} />
  );

  return (
    <Page
      top={<TopBar />}
      bottom={
        <ColumnActions>
          {lacksRates && rates.isError ? (
            <Button busy={rates.isFetching} onClick={() => rates.refetch()}>
              {t("common:action.tryAgain")}
            </Button>
          ) : (
            <Button
              reason={problem && reasons[problem]}
              busy={!problem && (lacksRates || quote.asking)}
              disabled={!problem && Boolean(noRate)}
              onClick={review}
            >
              {t("funds:transfer.review")}
            </Button>
          )}
        </ColumnActions>
      }
    >
      <Column>
        <UnansweredActions />
        <TransferSides wallets={wallets} sides={sides} onChange={setSides} />
        <AmountField
          label={t("funds:transfer.amount")}
          value={amount}
          onChange={setAmount}
          decimals={currencyDecimals(from.currency)}
          unit={from.currency}
          error={rateProblem ?? error}
        />
        <Available from={from} onAll={() => setAmount(from.transferable)} />
        <SettlingLines wallet={from} />
        {rate ? <RateNow rate={rate} /> : null}
        <PayPasswordSheet
          open={transfer.body !== null}
          onClose={close}
          title={t("funds:transfer.confirmTitle")}
          label={t("funds:transfer.confirm")}
          action={transfer}
          instead={
            held !== null && left === 0 && !transfer.unanswered ? (
              <Button busy={quote.asking} onClick={() => quote.ask({ ...sides, amount })}>
                {t("transfers:again")}
              </Button>
            ) : undefined
          }
          unanswered={transfer.unanswered}
          unansweredText={t("funds:transfer.unanswered")}
          onConfirm={transfer.confirm}
          onNew={transfer.reviewAsNew}
        >
          {summary}
        </PayPasswordSheet>
      </Column>
    </Page>
  );
}

/** Moves money between the customer's own accounts, across currencies at a quote. */
export default function TransferPage(asked: TransferQuery) {
  const query = useWallets();
  const { payPasswordSet } = useCustomer();
  const [done, setDone] = useState<Done | null>(null);
  if (done) {
    const ticket = ticketToReturnTo(asked.back);
    return <TransferDone {...done} ticket={ticket} onAgain={() => setDone(null)} />;
  }
  if (query.data && payPasswordSet) {
    return <TransferForm asked={asked} wallets={query.data} onDone={setDone} />;
  }
  return (
    <Page top={<TopBar />}>
      {payPasswordSet ? (
        <QueryView query={query} skeleton={<FormSkeleton />} />
      ) : (
        <PayPasswordFirst />
      )}
    </Page>
  );
}
