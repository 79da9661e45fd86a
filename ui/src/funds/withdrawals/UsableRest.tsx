import { useTranslation } from "react-i18next";
import type { Wallet } from "@/api/funds";
import type { Money } from "@/api/money";
import { isPositive, subtract } from "@/decimal";
import { to } from "@/screens";
import { Card, formatMoney, KeyValue, KeyValues, LinkButton, Own, SectionTitle } from "@/ui";
import { useWallets } from "../wallets";

/** The wallet that withdrawals are paid from. */
const FUNDING = "BALANCE";

function OtherWallet({ wallet }: { wallet: Wallet }) {
  const { t } = useTranslation(["withdrawals", "funds"]);
  const { type, currency, available, transferable } = wallet;
  const settlesLater = subtract(available, transferable);
  return (
    <>
      <KeyValue label={t("withdrawals:besides.wallet", { wallet: t(`funds:wallet.${type}`) })}>
        <Own>{formatMoney(available)}</Own> {currency}
      </KeyValue>
      {isPositive(settlesLater) ? (
        <KeyValue label={t("withdrawals:besides.settlesLater")}>
          <Own>{formatMoney(settlesLater)}</Own> {currency}
        </KeyValue>
      ) : null}
    </>
  );
}

/** The customer's money outside the usable amount, and how to make it usable. */
export function UsableRest({ suspense }: { suspense: readonly Money[] }) {
  const { t } = useTranslation("withdrawals");
  const others = (useWallets().data ?? []).filter(
    ({ type, available }) => type !== FUNDING && isPositive(available),
  );
  if (others.length === 0 && suspense.length === 0) return null;
  return (
    <section>
      <SectionTitle>{t("besides.title")}</SectionTitle>
      <div className="flex flex-col gap-3">
        {others.length > 0 ? (
          <Card className="py-2">
            <KeyValues>
              {others.map((wallet) => (
                <OtherWallet key={wallet.type} wallet={wallet} />
              ))}
            </KeyValues>
            <p className="mt-1 mb-3 text-small text-ink-2">{t("besides.walletText")}</p>
            <div className="mb-2 flex">
              <LinkButton href={to("transfer")}>{t("besides.transfer")}</LinkButton>
            </div>
          </Card>
        ) : null}
        {suspense.length > 0 ? (
          <Card className="py-2">
            <KeyValues>
              {suspense.map(({ currency, amount }) => (
                <KeyValue key={currency} label={t("besides.suspense", { currency })}>
                  <Own>{formatMoney(amount)}</Own> {currency}
                </KeyValue>
              ))}
            </KeyValues>
            <p className="mt-1 mb-3 text-small text-ink-2">{t("besides.suspenseText")}</p>
            <div className="mb-2 flex">
              <LinkButton href={to("depositWallet")}>{t("besides.deposits")}</LinkButton>
            </div>
          </Card>
        ) : null}
      </div>
    </section>
  );
}
