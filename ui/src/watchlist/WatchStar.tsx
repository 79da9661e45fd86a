import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import { useNavigation } from "@/navigation";
import { useSession } from "@/session";
import { IconButton } from "@/ui";
import { useWatchToggle } from "./queries";

/** The star of a quote: brass when the instrument is watched. Pressing it turns it at once. */
export function WatchStar({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("market");
  const { logIn } = useNavigation();
  const session = useSession();
  const toggle = useWatchToggle(instrument);
  const isOn = toggle.isPending ? toggle.variables : instrument.watched;
  const press = () => (session ? toggle.mutate(!isOn) : logIn());
  return (
    <IconButton
      label={isOn ? t("quote.unwatch") : t("quote.watch")}
      aria-pressed={isOn}
      disabled={toggle.isPending}
      onClick={press}
      className="disabled:opacity-100"
    >
      <Star
        size={24}
        strokeWidth={1.75}
        aria-hidden
        className={isOn ? "fill-brass text-brass" : undefined}
      />
    </IconButton>
  );
}
