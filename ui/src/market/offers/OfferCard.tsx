import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Offer } from "@/api/offerTerms";
import { formatPriceOf } from "@/products";
import {
  Card,
  FactGrid,
  formatCompact,
  formatDecimal,
  formatMoney,
  multiply,
  Notice,
  SectionTitle,
} from "@/ui";
import { useNow } from "../useNow";
import { OfferTimeline } from "./OfferTimeline";
import { SimulatedBadge } from "./SimulatedBadge";
import { untilText } from "./until";

interface OfferProps {
  instrument: InstrumentDetail;
  offer: Offer;
}

/** Shown before the listing: the offer price, the stage, and the time until the next step. */
function OfferHead({ instrument, offer }: OfferProps) {
  const { t } = useTranslation("offers");
  const now = useNow(1_000);
  const { status } = offer;
  const at = {
    open: offer.endsAt,
    allotment: offer.listedAt,
    upcoming: offer.opensAt,
    listed: now,
  };
  return (
    <div className="num flex flex-wrap items-end justify-between gap-x-3">
      <div>
        <p className="text-caption text-ink-2">{t("offer.price")}</p>
        <p className="text-[32px] leading-tight font-semibold">
          {formatPriceOf(instrument, offer.price)}
          <span className="text-note font-medium text-ink-2"> {instrument.currency}</span>
        </p>
      </div>
      <div className="ml-auto pb-1 text-right">
        <p className="text-note font-semibold">{t(`status.${status}`)}</p>
        {status === "listed" ? null : (
          <p className="text-caption text-ink-2">
            {t(`next.${status}`, { time: untilText(t, at[status] - now) })}
          </p>
        )}
      </div>
    </div>
  );
}

function Facts({ instrument, offer }: OfferProps) {
  const { t, i18n } = useTranslation("offers");
  const { currency, lotSize } = instrument;
  const price = (value: string) => formatPriceOf(instrument, value);
  const facts = [
    { label: t("offer.price"), value: `${price(offer.price)} ${currency}` },
    { label: t("offer.range"), value: `${price(offer.priceLow)} – ${price(offer.priceHigh)}` },
    {
      label: t("offer.raised"),
      value: `${formatCompact(offer.raised, i18n.language)} ${currency}`,
    },
    { label: t("offer.lot"), value: formatDecimal(lotSize) },
    {
      label: t("offer.lotCost"),
      value: `${formatMoney(multiply(offer.price, lotSize))} ${currency}`,
    },
    { label: t("offer.shares"), value: formatCompact(offer.shares, i18n.language) },
  ];
  return <FactGrid facts={facts} />;
}

function OfferOf({ instrument, offer }: OfferProps) {
  const { t } = useTranslation("offers");
  const isListed = offer.status === "listed";
  return (
    <>
      {isListed ? null : <OfferHead instrument={instrument} offer={offer} />}
      {offer.isSimulated ? (
        <Notice tone="caution" className="mt-3">
          {t("simulated.company", { name: instrument.name })}
        </Notice>
      ) : null}
      <SectionTitle end={<SimulatedBadge />}>{t("timeline.label")}</SectionTitle>
      <Card>
        <OfferTimeline offer={offer} />
      </Card>
      <SectionTitle>{t("offer.title")}</SectionTitle>
      <Card>
        <Facts instrument={instrument} offer={offer} />
      </Card>
    </>
  );
}

/** The offer of a new stock: its timeline, shares and price. Nothing for any other stock. */
export default function OfferCard({ instrument }: { instrument: InstrumentDetail }) {
  return instrument.offer ? <OfferOf instrument={instrument} offer={instrument.offer} /> : null;
}
