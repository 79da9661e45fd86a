import { useTranslation } from "react-i18next";
import type { Wallet } from "@/api/funds";
import { isOpened } from "@/api/wallets";
import { equal } from "@/decimal";
import { heldFor } from "@/products/heldFor";
import { to } from "@/screens";
import { Card, formatMoney, ListRow, Own, QueryList, SectionTitle, SkeletonRows } from "@/ui";
import { Link } from "@/ui/Link";
import OwnEye from "@/ui/OwnEye";
import { useWallets } from "./wallets";

/** The cash of an account, and the amounts set aside, with their purpose. */
function WalletRow({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation("funds");
  const holds = !equal(wallet.held, "0");
  const settles = !equal(wallet.transferable, wallet.available);
  return (
    <ListRow
      title={t(`wallet.${wallet.type}`)}
      subtitle={
        holds || settles ? (
          <>
            {holds ? (
              <span className="block">
                {t(`wallet.${heldFor(wallet)}`)}{" "}
                <span className="num">
                  <Own>{formatMoney(wallet.held, wallet.currency)}</Own>
                </span>
              </span>
            ) : null}
            {settles ? (
              <span className="block">
                {t("wallet.transferable")}{" "}
                <span className="num">
                  <Own>{formatMoney(wallet.transferable, wallet.currency)}</Own>
                </span>
              </span>
            ) : null}
          </>
        ) : undefined
      }
      end={
        <>
          <span className="block text-caption text-ink-2">{t("wallet.cash")}</span>
          <span className="font-semibold">
            <Own>{formatMoney(wallet.balance, wallet.currency)}</Own>
          </span>{" "}
          <span className="text-caption text-ink-2">{wallet.currency}</span>
        </>
      }
      href={to("transactions", { walletType: wallet.type })}
    />
  );
}

interface WalletListProps {
  /** True if nothing else on the screen has the eye button that hides amounts. */
  eye?: boolean;
}

/** The balances of the customer's accounts. Each opens its transactions. */
export function WalletList({ eye = false }: WalletListProps) {
  const { t } = useTranslation("funds");
  const query = useWallets();
  return (
    <section>
      <SectionTitle
        end={
          <span className="flex items-center gap-3.5">
            {eye ? <OwnEye /> : null}
            <Link to={to("transfer")} className="-m-2 p-2">
              {t("transfer.title")}
            </Link>
          </span>
        }
      >
        {t("wallet.accounts")}
      </SectionTitle>
      <Card className="py-1">
        <QueryList query={query} skeleton={<SkeletonRows rows={2} />}>
          {(wallets) =>
            wallets
              .filter(isOpened)
              .map((wallet) => <WalletRow key={wallet.type} wallet={wallet} />)
          }
        </QueryList>
      </Card>
    </section>
  );
}
