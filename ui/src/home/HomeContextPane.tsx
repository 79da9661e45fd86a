import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { SampleReceiptPane } from "@/orders/sampleReceipt";
import { useSession } from "@/session";
import { Page, SkeletonRows, TopBar } from "@/ui";

const Activity = lazy(() => import("@/orders/Activity"));

/** The context pane of the home page in a workspace: working orders and fills. A visitor sees a sample receipt. */
export default function HomeContextPane() {
  const { t } = useTranslation("home");
  const session = useSession();
  if (!session) return <SampleReceiptPane />;
  return (
    <Page top={<TopBar title={t("activity")} />}>
      <Suspense fallback={<SkeletonRows />}>
        <Activity />
      </Suspense>
    </Page>
  );
}
