import { useTranslation } from "react-i18next";
import QuotePane from "@/desk/QuotePane";
import { Bill } from "@/funds/Bill";
import { WalletList } from "@/funds/WalletList";
import { useSession } from "@/session";
import { Page, SectionTitle, TopBar } from "@/ui";

/** The main pane of the Account tab in a workspace: the balances, and all movements. */
export default function AccountMainPane() {
  const { t } = useTranslation("funds");
  const session = useSession();
  if (!session) return <QuotePane />;
  return (
    <Page top={<TopBar title={t("overview")} />}>
      <WalletList eye />
      <SectionTitle>{t("bill.title")}</SectionTitle>
      <Bill />
    </Page>
  );
}
