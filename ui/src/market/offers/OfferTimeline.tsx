import { useTranslation } from "react-i18next";
import type { Offer } from "@/api/offerTerms";
import { classes } from "@/ui";
import { formatDate } from "@/ui/time";

const STEPS = ["prospectus", "subscription", "allotment", "listing"] as const;

/** The step of each status; those before it are over. Before the subscription the step is the prospectus. */
const AT = { upcoming: 0, open: 1, allotment: 2, listed: 3 } as const;

/** The timeline of a new stock's listing: past, present and coming steps. */
export function OfferTimeline({ offer }: { offer: Offer }) {
  const { t, i18n } = useTranslation("offers");
  const day = (date: string) => formatDate(date, i18n.language);
  const days = {
    prospectus: day(offer.prospectusDay),
    subscription: `${day(offer.firstDay)} – ${day(offer.lastDay)}`,
    allotment: day(offer.allotmentDay),
    listing: day(offer.listingDay),
  };
  const reached = AT[offer.status];
  return (
    <ol aria-label={t("timeline.label")} className="num">
      {STEPS.map((step, place) => (
        <li
          key={step}
          aria-current={place === reached ? "step" : undefined}
          className="relative flex gap-3 pb-4 last:pb-0"
        >
          {place < STEPS.length - 1 ? (
            <span
              aria-hidden
              className={classes(
                "absolute top-4 bottom-[-2px] left-[6.5px] w-px",
                place < reached ? "bg-brass" : "bg-line",
              )}
            />
          ) : null}
          <span
            aria-hidden
            className={classes(
              "mt-[3px] size-3.5 shrink-0 rounded-full border-2",
              place <= reached ? "border-brass" : "border-line",
              place < reached || (place === reached && offer.status === "listed")
                ? "bg-brass"
                : "bg-surface",
            )}
          />
          <span className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-3 text-note">
            <span className={place === reached ? "font-semibold" : "text-ink-2"}>
              {t(`timeline.${step}`)}
            </span>
            <span className={place === reached ? "font-medium" : "text-ink-2"}>{days[step]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}
