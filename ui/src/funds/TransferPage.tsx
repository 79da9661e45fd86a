import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { Transfer, Wallet } from "@/api/types";
import { RequireSession } from "@/app/RequireSession";
import { PayPasswordSheet } from "@/identity/PayPasswordSheet";
import { useQueryOf } from "@/navigation";
import { AmountField, Button, ErrorState, formatMoney, Page, SkeletonRows, TopBar } from "@/ui";
import { fundingOverview } from "./overview";
import { TransferDone } from "./TransferDone";
import { type Sides, TransferSides } from "./TransferSides";
import { TransferSummary } from "./TransferSummary";
import { amountProblem, rateBetween } from "./transfer";
import { useTransfer } from "./useTransfer";
import { useWallets, walletOf } from "./wallets";
import { isWalletType } from "./walletTypes";

/** The direction that the address asks for; without one, from funding to US stocks. */
function useSides(wallets: readonly Wallet[]) {
  const query = useQueryOf("transfer");
  const [sides, setSides] = useState<Sides>(() => {
    const from = isWalletType(query.from) ? query.from : "BALANCE";
    const to = isWalletType(query.to) ? query.to : from === "STOCK" ? "BALANCE" : "STOCK";
    return { from, to };
  });
  return {
    sides,
    setSides,
    from: walletOf(wallets, sides.from),
    to: walletOf(wallets, sides.to),
  };
}

function TransferForm({ wallets, onDone }: FormProps) {
  const { t } = useTranslation("funds");
  const { sides, setSides, from, to } = useSides(wallets);
  const [amount, setAmount] = useState("");
  const [isTouched, setTouched] = useState(false);
  const [isConfirming, setConfirming] = useState(false);
  const { data: overview } = useQuery(fundingOverview);
  const { transfer, begin } = useTransfer(onDone);
  if (!from || !to) return null;

  const crosses = from.currency !== to.currency;
  const rate = crosses ? rateBetween(overview?.rates, from.currency, to.currency) : undefined;
  const problem = amountProblem(amount, from);
  const error = isTouched && problem ? t(`transfer.problem.${problem}`) : undefined;
  const noRate = crosses && overview && !rate;
  const review = () => {
    setTouched(true);
    if (problem || (crosses && !rate)) return;
    begin();
    setConfirming(true);
  };
  const summary = <TransferSummary from={from} to={to} amount={amount} rate={rate} />;

  return (
    <div className="flex flex-col gap-3">
      <TransferSides wallets={wallets} sides={sides} onChange={setSides} />
      <AmountField
        label={t("transfer.amount")}
        value={amount}
        onChange={setAmount}
        unit={from.currency}
        error={noRate ? t("transfer.noRate") : error}
      />
      <div className="flex items-center justify-between gap-3 px-1 text-small text-ink-2">
        <span className="num">
          {t("transfer.available", {
            amount: formatMoney(from.availableBalance),
            currency: from.currency,
          })}
        </span>
        <button
          type="button"
          onClick={() => setAmount(from.availableBalance)}
          className="-m-2 min-h-11 p-2 font-semibold text-ink"
        >
          {t("transfer.all")}
        </button>
      </div>
      {crosses && rate ? summary : null}
      <Button onClick={review} className="mt-1 flex-none">
        {t("transfer.review")}
      </Button>
      <PayPasswordSheet
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t("transfer.confirmTitle")}
        action={t("transfer.confirm")}
        busy={transfer.isPending}
        error={transfer.error}
        onConfirm={(payPassword) => transfer.mutate({ ...sides, amount, payPassword })}
      >
        {summary}
      </PayPasswordSheet>
    </div>
  );
}

interface FormProps {
  wallets: readonly Wallet[];
  onDone: (transfer: Transfer) => void;
}

function TransferScreen() {
  const { data, error, refetch } = useWallets();
  const [done, setDone] = useState<Transfer | null>(null);
  if (done) return <TransferDone transfer={done} onAgain={() => setDone(null)} />;
  if (data) return <TransferForm wallets={data} onDone={setDone} />;
  return error ? <ErrorState error={error} retry={refetch} /> : <SkeletonRows rows={3} />;
}

/** Moves money between the customer's own accounts, across currencies at the shown rate. */
export default function TransferPage() {
  const { t } = useTranslation("funds");
  return (
    <RequireSession>
      <Page top={<TopBar title={t("transfer.title")} />}>
        <TransferScreen />
      </Page>
    </RequireSession>
  );
}
