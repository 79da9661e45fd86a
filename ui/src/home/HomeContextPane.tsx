import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { SampleReceiptPane } from "@/orders/sampleReceipt";
import { useSession } from "@/session";
import { Page, SkeletonRows, TopBar } from "@/ui";

const Activity = lazy(() => import("@/orders/Activity"));

/** Of the home page in a workspace: what waits to be filled, and what was. A visitor sees what a fill says. */
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
