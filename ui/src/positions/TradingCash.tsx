import { useTranslation } from "react-i18next";
import type { Wallet } from "@/api/funds";
import { isOpened, useWallets } from "@/funds/wallets";
import { formatMoney, Own, Skeleton } from "@/ui";

/** What lies in one account, in its own currency: the server's own figures, which are not summed across accounts. */
function Account({ wallet, named }: { wallet: Wallet; named: boolean }) {
  const { t } = useTranslation(["positions", "funds"]);
  const parts = [
    { label: t("positions:head.available"), amount: wallet.available },
    { label: t("funds:wallet.heldOrders"), amount: wallet.held },
  ];
  return (
    <>
      {named ? (
        <p className="mt-1.5 text-caption text-ink-2">{t(`funds:wallet.${wallet.type}`)}</p>
      ) : null}
      <dl className="num flex flex-wrap gap-x-4 gap-y-0.5 text-small">
        {parts.map(({ label, amount }) => (
          <div key={label} className="flex flex-wrap gap-x-1.5">
            <dt className="text-ink-2">{label}</dt>
            <dd className="font-medium">
              <Own>{formatMoney(amount)}</Own> {wallet.currency}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The cash that can be spent on orders, and what open orders have set aside: a line for each account that pays them. */
export function TradingCash() {
  const { data } = useWallets();
  if (!data) return <Skeleton className="mt-2 h-4 w-64 max-w-full" />;
  const accounts = data.filter((wallet) => wallet.type !== "BALANCE" && isOpened(wallet));
  return (
    <div className="mt-1.5">
      {accounts.map((wallet) => (
        <Account key={wallet.type} wallet={wallet} named={accounts.length > 1} />
      ))}
    </div>
  );
}
