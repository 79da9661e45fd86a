import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Wallet } from "@/api/funds";
import { isOpened, wallets } from "@/api/wallets";
import { heldFor } from "@/products/heldFor";
import { FactGrid, formatMoney, Own, Skeleton } from "@/ui";

/** The cash of the only account: the server's own figures. */
function Account({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation(["positions", "funds"]);
  return (
    <div className="mt-3">
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

/** A line for each of several accounts: the server's own figures, not summed across accounts and currencies. */
function Accounts({ accounts }: { accounts: readonly Wallet[] }) {
  const { t } = useTranslation(["positions", "funds"]);
  const hasMargin = accounts.map(heldFor).includes("heldMargin");
  return (
    <table className="num mt-3 w-full text-note">
      <thead className="text-caption text-ink-2">
        <tr>
          <th scope="col" className="text-left align-bottom font-normal">
            {t("positions:head.account")}
          </th>
          <th scope="col" className="pl-3 text-right align-bottom font-normal">
            {t("positions:head.available")}
          </th>
          <th scope="col" className="pl-3 text-right align-bottom font-normal">
            {t(hasMargin ? "positions:head.heldMargin" : "positions:head.held")}
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((wallet) => (
          <tr key={wallet.type}>
            <th scope="row" className="py-1 text-left text-small font-normal">
              {t(`funds:wallet.${wallet.type}`)} · {wallet.currency}
            </th>
            <td className="py-1 pl-3 text-right font-medium">
              <Own>{formatMoney(wallet.available, wallet.currency)}</Own>
            </td>
            <td className="py-1 pl-3 text-right font-medium">
              <Own>{formatMoney(wallet.held, wallet.currency)}</Own>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The available and held cash of the account that pays for orders; of several, with the one that money enters by. */
export function TradingCash() {
  const { data } = useQuery(wallets);
  if (!data) return <Skeleton className="mt-3 h-10 w-52" />;
  const accounts = data.filter(isOpened);
  const paying = accounts.filter(({ type }) => type !== "BALANCE");
  const [only] = paying;
  if (!only) return null;
  return paying.length > 1 ? <Accounts accounts={accounts} /> : <Account wallet={only} />;
}
