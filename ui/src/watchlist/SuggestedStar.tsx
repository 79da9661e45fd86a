import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { useNavigation } from "@/navigation";
import { useSession } from "@/session";
import { IconButton } from "@/ui";
import { useWatchToggle, watchlist } from "./queries";

/** The star beside an instrument of a list. For a visitor it opens the login. */
export function SuggestedStar({ instrument }: { instrument: ListedInstrument }) {
  const { t } = useTranslation("watchlist");
  const { logIn } = useNavigation();
  const session = useSession();
  const toggle = useWatchToggle(instrument);
  const { data } = useQuery({ ...watchlist, enabled: session !== null });
  const { name, symbol, market } = instrument;
  const isWatched = data?.some((entry) => entry.symbol === symbol && entry.market === market);
  const isOn = toggle.isPending ? toggle.variables : isWatched === true;
  return (
    <IconButton
      label={isOn ? t("manage.remove", { name }) : t("suggestions.add", { name })}
      aria-pressed={isOn}
      disabled={toggle.isPending}
      onClick={() => (session ? toggle.mutate(!isOn) : logIn())}
      className="mr-0 ml-0 disabled:opacity-100"
    >
      <Star
        size={20}
        strokeWidth={1.75}
        aria-hidden
        className={isOn ? "fill-brass text-brass" : "text-ink-2"}
      />
    </IconButton>
  );
}
