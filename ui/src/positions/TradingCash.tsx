import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Wallet } from "@/api/funds";
import { isOpened, wallets } from "@/api/wallets";
import { heldFor } from "@/products/heldFor";
import { FactGrid, formatMoney, Own, Skeleton } from "@/ui";

interface AccountProps {
  wallet: Wallet;
  /** There are others, so that it says which it is and in which currency. */
  named: boolean;
}

/** What lies in one account: the server's own figures, which are not summed across accounts and currencies. */
function Account({ wallet, named }: AccountProps) {
  const { t } = useTranslation(["positions", "funds"]);
  return (
    <div className="mt-3">
      {named ? (
        <p className="mb-1 text-small font-medium">
          {t(`funds:wallet.${wallet.type}`)} · {wallet.currency}
        </p>
      ) : null}
      <FactGrid
        facts={[
          {
            label: t("positions:head.available"),
            value: <Own>{formatMoney(wallet.available, wallet.currency)}</Own>,
          },
          {
            label: t(`funds:wallet.${heldFor(wallet)}`),
            value: <Own>{formatMoney(wallet.held, wallet.currency)}</Own>,
          },
        ]}
      />
    </div>
  );
}

/** The cash that can be spent on orders, and what is set aside: a line for each account that pays orders. */
export function TradingCash() {
  const { data } = useQuery(wallets);
  if (!data) return <Skeleton className="mt-3 h-10 w-52" />;
  const accounts = data.filter((wallet) => wallet.type !== "BALANCE" && isOpened(wallet));
  return accounts.map((wallet) => (
    <Account key={wallet.type} wallet={wallet} named={accounts.length > 1} />
  ));
}
