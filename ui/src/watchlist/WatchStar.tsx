import { Star } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { useNavigation } from "@/navigation";
import { useSession } from "@/session";
import { IconButton } from "@/ui";
import { useWatchToggle } from "./queries";
import { useLongPress } from "./useLongPress";

const GroupsSheet = lazy(() => import("./groups/GroupsSheet"));

/**
 * The star of a quote: brass if the instrument is watched. Pressing it toggles it at once; a long press, or the menu
 * key, opens the choice of groups.
 */
export function WatchStar({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("market");
  const { logIn } = useNavigation();
  const session = useSession();
  const toggle = useWatchToggle(instrument);
  const [choosing, setChoosing] = useState(false);
  const isOn = toggle.isPending ? toggle.variables : instrument.watched;
  const press = useLongPress(
    () => (session ? setChoosing(true) : logIn()),
    () => (session ? toggle.mutate(!isOn) : logIn()),
  );
  return (
    <>
      <IconButton
        label={isOn ? t("quote.unwatch") : t("quote.watch")}
        aria-description={session ? t("quote.watchGroups") : undefined}
        aria-pressed={isOn}
        disabled={toggle.isPending}
        {...press}
        className="touch-manipulation select-none disabled:opacity-100"
      >
        <Star
          size={24}
          strokeWidth={1.75}
          aria-hidden
          className={isOn ? "fill-brass text-brass" : undefined}
        />
      </IconButton>
      {choosing ? (
        <Suspense>
          <GroupsSheet instrument={instrument} onClose={() => setChoosing(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
