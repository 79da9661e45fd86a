import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Wallet } from "@/api/funds";
import { isOpened, wallets } from "@/api/wallets";
import { heldFor } from "@/products/heldFor";
import { FactGrid, formatMoney, Own, Skeleton } from "@/ui";

interface AccountProps {
  wallet: Wallet;
  /** True if there are several accounts, so that each shows its name and currency. */
  named: boolean;
}

/** The cash of one account: the server's own figures, not summed across accounts and currencies. */
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

/** The available and held cash for orders: a line for each account that pays for orders. */
export function TradingCash() {
  const { data } = useQuery(wallets);
  if (!data) return <Skeleton className="mt-3 h-10 w-52" />;
  const accounts = data.filter((wallet) => wallet.type !== "BALANCE" && isOpened(wallet));
  return accounts.map((wallet) => (
    <Account key={wallet.type} wallet={wallet} named={accounts.length > 1} />
  ));
}
