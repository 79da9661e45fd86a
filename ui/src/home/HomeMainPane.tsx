import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { EquityCurve } from "@/funds/EquityCurve";
import { IndexStrip } from "@/market/lists/IndexStrip";
import { MoverColumns } from "@/market/lists/MoverColumns";
import { useSession } from "@/session";
import { Page, TopBar } from "@/ui";

/** Loaded lazily, with the quote: only visitors see it. */
const QuotePane = lazy(() => import("@/desk/QuotePane"));
/** Loaded lazily: it is below the first screen. */
const HomeMore = lazy(() => import("./HomeMorePane"));

/**
 * The main pane of the home page in a workspace: the state of the account and the market. A visitor sees a live price.
 */
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
