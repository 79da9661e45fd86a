import { useTranslation } from "react-i18next";
import { UnansweredActions } from "@/money/UnansweredActions";
import { SectionTitle } from "@/ui";
import { RecentReceipts } from "./RecentReceipts";
import { WorkingOrders } from "./WorkingOrders";

/** A customer's working orders and their fills. */
export default function Activity() {
  const { t } = useTranslation("home");
  return (
    <>
      <UnansweredActions />
      <SectionTitle>{t("working")}</SectionTitle>
      <WorkingOrders />
      <RecentReceipts />
    </>
  );
}
