import { useQuery } from "@tanstack/react-query";
import { Star } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { ListedInstrument } from "@/api/market";
import { InstrumentRow } from "@/market/InstrumentRow";
import { popular } from "@/market/queries";
import { useNavigation } from "@/navigation";
import { useSession } from "@/session";
import { IconButton, SectionTitle, SkeletonRows } from "@/ui";
import { useWatchToggle, watchlist } from "./queries";

const COUNT = 8;

function SuggestedStar({ instrument, on }: { instrument: ListedInstrument; on: boolean }) {
  const { t } = useTranslation("watchlist");
  const { logIn } = useNavigation();
  const session = useSession();
  const toggle = useWatchToggle(instrument);
  const isOn = toggle.isPending ? toggle.variables : on;
  const { name } = instrument;
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

/** What most trade today, each with a star to follow it by; a visitor sees a preview and logs in with a press on one. */
export function Suggestions() {
  const { t } = useTranslation("watchlist");
  const session = useSession();
  const watched = useQuery({ ...watchlist, enabled: session !== null }).data;
  const { data, error } = useQuery(popular(COUNT));
  // They are an offer and no content: where they cannot be read the screen does without them.
  if (!data && error) return null;
  const isWatched = ({ symbol, market }: ListedInstrument) =>
    watched?.some((entry) => entry.symbol === symbol && entry.market === market) ?? false;
  return (
    <section>
      <SectionTitle>{t("suggestions.title")}</SectionTitle>
      {data?.map((instrument) => (
        <div key={instrument.id} className="flex items-center gap-2">
          <div className="min-w-0 flex-1">
            <InstrumentRow instrument={instrument} />
          </div>
          <SuggestedStar instrument={instrument} on={isWatched(instrument)} />
        </div>
      ))}
      {data ? null : <SkeletonRows rows={COUNT} />}
    </section>
  );
}
