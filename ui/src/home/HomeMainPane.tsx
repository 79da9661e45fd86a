import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { EquityCurve } from "@/funds/EquityCurve";
import { IndexStrip } from "@/market/IndexStrip";
import { MoverColumns } from "@/market/MoverColumns";
import { useSession } from "@/session";
import { Page, TopBar } from "@/ui";

/** Of a visitor, with the quote that it shows. */
const QuotePane = lazy(() => import("@/market/QuotePane"));
/** It stands below what the first screen shows. */
const HomeMore = lazy(() => import("./HomeMorePane"));

/** Of the home page in a workspace: how the account and the market do. A visitor sees a price that moves. */
export default function HomeMainPane() {
  const { t } = useTranslation("home");
  const session = useSession();
  if (!session) return <QuotePane />;
  return (
    <Page top={<TopBar title={t("overview")} />}>
      <EquityCurve />
      <IndexStrip />
      <MoverColumns />
      <Suspense fallback={null}>
        <HomeMore />
      </Suspense>
    </Page>
  );
}
