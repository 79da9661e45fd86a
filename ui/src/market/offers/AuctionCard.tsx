import { useTranslation } from "react-i18next";
import type { InstrumentDetail } from "@/api/market";
import type { Auction } from "@/api/offerTerms";
import { priceLook } from "@/products";
import {
  BigPrice,
  Card,
  ChangePill,
  FactGrid,
  formatCompact,
  NO_VALUE,
  PriceText,
  SectionTitle,
} from "@/ui";
import { formatTradeTime } from "@/ui/time";
import { AuctionHead } from "./AuctionHead";
import { ImbalanceText } from "./ImbalanceText";

interface AuctionProps {
  instrument: InstrumentDetail;
  auction: Auction;
}

/** The expected result with the present orders. */
function Indicative({ instrument, auction }: AuctionProps) {
  const { t, i18n } = useTranslation("offers");
  const facts = [
    {
      label: t("auction.paired"),
      value: auction.paired ? formatCompact(auction.paired, i18n.language) : NO_VALUE,
    },
    { label: t("auction.imbalance"), value: <ImbalanceText auction={auction} /> },
  ];
  return (
    <>
      <p className="mt-3 text-caption text-ink-2">{t("auction.indicative")}</p>
      <div className="flex items-end gap-2 pb-2.5">
        <BigPrice value={auction.price} {...priceLook(instrument, auction.price)} />
        <span className="pb-1">
          <ChangePill percent={auction.changePercent} />
        </span>
      </div>
      <FactGrid facts={facts} />
    </>
  );
}

function Last({ instrument, auction: { last } }: AuctionProps) {
  const { t, i18n } = useTranslation("offers");
  if (!last) return null;
  const facts = [
    {
      label: t("auction.price"),
      value: <PriceText value={last.price} {...priceLook(instrument, last.price)} />,
    },
    {
      label: t("auction.volume"),
      value: last.paired ? formatCompact(last.paired, i18n.language) : NO_VALUE,
    },
  ];
  // A day with its time is too long for a column.
  const at = formatTradeTime(last.at, i18n.language, instrument.market);
  return (
    <>
      <SectionTitle end={<span className="num">{at}</span>}>{t("auction.last")}</SectionTitle>
      <Card>
        <FactGrid facts={facts} />
      </Card>
    </>
  );
}

/** The opening auction of a stock: its phase, its figures while published, and the last result. */
export function AuctionCard({ instrument }: { instrument: InstrumentDetail }) {
  const { t } = useTranslation("offers");
  const { auction, openAroundTheClock, market } = instrument;
  if (!auction) return <p className="mt-3 text-small text-ink-2">{t("auction.none")}</p>;
  return (
    <>
      <SectionTitle>{t(auction.reopens ? "auction.reopening" : "auction.title")}</SectionTitle>
      <Card>
        <AuctionHead auction={auction} market={market} />
        {auction.phase === "closed" ? null : (
          <Indicative instrument={instrument} auction={auction} />
        )}
      </Card>
      <Last instrument={instrument} auction={auction} />
      <p className="mt-2 text-caption text-ink-2">
        {t(openAroundTheClock ? "auction.aroundTheClock" : "auction.orders")}
      </p>
    </>
  );
}
