import { useTranslation } from "react-i18next";
import ChosenQuote from "@/market/ChosenQuote";
import { useSession } from "@/session";
import { Page, SectionTitle, TopBar } from "@/ui";
import { Bill } from "./Bill";
import { WalletList } from "./WalletList";

/** Of the Account tab in a workspace: what lies in the accounts, and everything that moved in them. */
export default function AccountMain() {
  const { t } = useTranslation("funds");
  const session = useSession();
  if (!session) return <ChosenQuote />;
  return (
    <Page top={<TopBar title={t("overview")} />}>
      <WalletList />
      <SectionTitle>{t("bill.title")}</SectionTitle>
      <Bill type={undefined} />
    </Page>
  );
}
