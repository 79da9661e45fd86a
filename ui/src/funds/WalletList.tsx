import { useTranslation } from "react-i18next";
import type { Wallet } from "@/api/funds";
import { to } from "@/screens";
import { Card, ErrorState, formatMoney, ListRow, SectionTitle, SkeletonRows } from "@/ui";
import { equal } from "@/ui/decimal";
import { Link } from "@/ui/Link";
import { useWallets } from "./wallets";

/** The two wallets that every customer uses are listed even when they are empty. */
const ALWAYS = ["BALANCE", "STOCK"];

function WalletRow({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation("funds");
  const holds = !equal(wallet.held, "0");
  return (
    <ListRow
      title={t(`wallet.${wallet.type}`)}
      subtitle={holds ? t("wallet.held", { amount: formatMoney(wallet.held) }) : undefined}
      end={
        <>
          <span className="font-semibold">{formatMoney(wallet.balance)}</span>{" "}
          <span className="text-caption text-ink-2">{wallet.currency}</span>
        </>
      }
      href={to("transactions", { walletType: wallet.type })}
    />
  );
}

/** What lies in each of the customer's accounts. One opens its transactions. */
export function WalletList() {
  const { t } = useTranslation("funds");
  const { data, error, refetch } = useWallets();
  const shown = data?.filter(({ type, balance }) => ALWAYS.includes(type) || !equal(balance, "0"));
  return (
    <section>
      <SectionTitle
        end={
          <Link to={to("transfer")} className="-m-2 p-2">
            {t("transfer.title")}
          </Link>
        }
      >
        {t("wallet.accounts")}
      </SectionTitle>
      <Card className="py-1">
        {shown?.map((wallet) => (
          <WalletRow key={wallet.type} wallet={wallet} />
        ))}
        {!data && error ? <ErrorState error={error} retry={refetch} /> : null}
        {!data && !error ? <SkeletonRows rows={2} /> : null}
      </Card>
    </section>
  );
}
