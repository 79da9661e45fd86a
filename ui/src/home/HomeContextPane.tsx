import { useTranslation } from "react-i18next";
import { UnansweredActions } from "@/app/UnansweredActions";
import { RecentReceipts } from "@/orders/RecentReceipts";
import SampleReceiptPane from "@/orders/SampleReceiptPane";
import { WorkingOrders } from "@/orders/WorkingOrders";
import { useSession } from "@/session";
import { Page, SectionTitle, TopBar } from "@/ui";

/** Of the home page in a workspace: what waits to be filled, and what was. */
export default function HomeContextPane() {
  const { t } = useTranslation("home");
  const session = useSession();
  if (!session) return <SampleReceiptPane />;
  return (
    <Page top={<TopBar title={t("activity")} />}>
      <UnansweredActions />
      <SectionTitle>{t("working")}</SectionTitle>
      <WorkingOrders />
      <RecentReceipts />
    </Page>
  );
}
