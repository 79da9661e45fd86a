import { BehindBanner, OfflineBanner } from "@/ui";
import { useIsOffline } from "./useConnection";
import { useIsBehind } from "./useIsBehind";

/** Shows that the screen may be outdated: without a connection, or after a failed request. */
export default function ConnectionBanner() {
  const offline = useIsOffline();
  const { behind, readAgain } = useIsBehind();
  if (offline) return <OfflineBanner />;
  return behind ? <BehindBanner onRetry={readAgain} /> : null;
}
