import { useTranslation } from "react-i18next";
import type { WalletType } from "@/api/funds";
import { useNavigation } from "@/navigation";
import type { BillQuery } from "@/screenQueries";
import { to } from "@/screens";
import { Chips, Page, TopBar } from "@/ui";
import { Bill } from "./Bill";
import { isOpened, useWallets } from "./wallets";

function WalletChips({ type }: { type: WalletType | undefined }) {
  const { t } = useTranslation(["funds", "common"]);
  const { open } = useNavigation();
  const { data } = useWallets();
  const opened = (data ?? []).filter((wallet) => isOpened(wallet) || wallet.type === type);
  return (
    <Chips<WalletType | "">
      label={t("funds:bill.filter")}
      value={type ?? ""}
      onChange={(next) =>
        open(to("transactions", { walletType: next || undefined }), { replace: true })
      }
      choices={[
        { value: "", label: t("common:action.all") },
        ...opened.map(({ type: wallet }) => ({
          value: wallet,
          label: t(`funds:wallet.${wallet}`),
        })),
      ]}
    />
  );
}

/** Everything that moved in the customer's accounts, day by day. The address may ask for one account's. */
export default function TransactionsPage({ walletType }: BillQuery) {
  return (
    <Page top={<TopBar />} pinned={<WalletChips type={walletType} />}>
      <Bill type={walletType} />
    </Page>
  );
}
