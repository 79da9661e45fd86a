import { useQuery } from "@tanstack/react-query";
import { Briefcase, ChartCandlestick } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import { encodeSide } from "@/api/orders";
import type { Position } from "@/api/positions";
import { TRADE_TABS } from "@/choices/tradeTabs";
import { UnansweredActions } from "@/money/UnansweredActions";
import { useNavigation } from "@/navigation";
import {
  classOf,
  formatAverageOf,
  kindOf,
  priceLook,
  quoteAddress,
  ticketAddress,
} from "@/products";
import { InstrumentTitle } from "@/products/InstrumentTitle";
import { instrumentQuery } from "@/products/instrumentQuery";
import { variantOf } from "@/products/words";
import { to } from "@/screens";
import {
  BigFigure,
  Card,
  EmptyState,
  ErrorState,
  formatDecimal,
  formatMoney,
  formatTradeTime,
  IconButton,
  KeyValue,
  KeyValues,
  LinkButton,
  NO_VALUE,
  Own,
  Page,
  PriceText,
  SignedText,
  Skeleton,
  TopBar,
} from "@/ui";
import { Redirect } from "@/ui/Redirect";
import { useValuation } from "./HoldingCard";
import { holdingAddress } from "./holdingAddress";
import { MarginFacts } from "./margin/MarginFacts";
import { holdings } from "./queries";

function PositionFacts({ position }: { position: Position }) {
  const { t, i18n } = useTranslation("positions");
  const value = useValuation(position);
  return (
    <>
      <div className="pb-4 text-center">
        <p className="text-small text-ink-2">{t("marketValue", { currency: position.currency })}</p>
        <Own className="block text-display font-semibold">
          <BigFigure value={value?.marketValue ?? NO_VALUE} />
        </Own>
        {value ? (
          <p className="font-semibold">
            <Own>
              <SignedText value={value.profit} />
            </Own>{" "}
            <SignedText value={value.percent} gain={value.profit} percent />
          </p>
        ) : null}
      </div>
      <Card>
        <KeyValues>
          <KeyValue label={t("quantity")}>
            <Own>{formatDecimal(position.quantity)}</Own>
          </KeyValue>
          <KeyValue label={t("available")}>
            <Own>{formatDecimal(position.available)}</Own>
          </KeyValue>
          <KeyValue label={t("price")}>
            {value ? (
              <PriceText value={value.price} {...priceLook(position, value.price)} />
            ) : (
              NO_VALUE
            )}
          </KeyValue>
          {value?.today ? (
            <KeyValue label={t("todayProfit")}>
              <Own>
                <SignedText value={value.today} />
              </Own>
            </KeyValue>
          ) : null}
          <KeyValue label={t("averageCost")}>
            {formatAverageOf(position, position.averagePrice)}
          </KeyValue>
          <KeyValue label={t("totalCost")}>
            <Own>{formatMoney(position.cost, position.currency)}</Own>
          </KeyValue>
          <KeyValue label={t("feesPaid")}>
            <Own>{formatMoney(position.fee, position.currency)}</Own>
          </KeyValue>
          <KeyValue label={t("opened")}>
            {formatTradeTime(position.openedAt, i18n.language, position)}
          </KeyValue>
        </KeyValues>
      </Card>
    </>
  );
}

interface PositionViewProps {
  id: string;
  listing: Listing;
  name: string;
  /** The orders that protect the position. */
  protection: (position: Position) => ReactNode;
  /** The fills of the position. */
  children: ReactNode;
}

/** The position that a roll opens. */
type Rolled = Pick<Position, "symbol" | "side">;

/** One holding: its value with every tick, its cost, its fills, and buttons to sell or add. */
export function PositionView({ id, listing, name, protection, children }: PositionViewProps) {
  const { t } = useTranslation("positions");
  const { open } = useNavigation();
  const { data, error, refetch, isFetching } = useQuery(holdings);
  const position = data?.find((held) => held.id === id);
  const [rolledTo, setRolledTo] = useState<Rolled | null>(null);
  const isGone = data !== undefined && !position;
  const next =
    isGone && rolledTo
      ? data.find(({ symbol, side }) => symbol === rolledTo.symbol && side === rolledTo.side)
      : undefined;
  // The new month's position is read again when the old one has ended.
  const isComing = isGone && rolledTo !== null && (next !== undefined || isFetching);
  const isClosed = isGone && !isComing;
  const isLoading = isComing || (!data && !error);
  const context = position && variantOf(kindOf(position));
  const title = (
    <>
      <InstrumentTitle
        of={{ ...listing, name, assetClass: classOf(listing.market), ...position }}
      />
    </>
  );
  const chart = position ? (
    <IconButton label={t("chart")} onClick={() => open(quoteAddress(position))}>
      <ChartCandlestick size={22} strokeWidth={1.75} aria-hidden />
    </IconButton>
  ) : undefined;
  const actions = position ? (
    <>
      <LinkButton
        look="ghost"
        href={ticketAddress(position, encodeSide(position.side === "long" ? "buy" : "sell"))}
      >
        {t("buyMore", { context })}
      </LinkButton>
      <LinkButton href={to("payClose", { ...instrumentQuery(position), id })}>
        {t("close.action", { context })}
      </LinkButton>
    </>
  ) : undefined;
  return (
    <Page top={<TopBar title={title} end={chart} />} bottom={actions} onRefresh={refetch}>
      <UnansweredActions />
      {position?.margin ? (
        <MarginFacts
          position={position}
          margin={position.margin}
          onRoll={(symbol) => setRolledTo({ symbol, side: position.side })}
        />
      ) : null}
      {position && !position.margin ? <PositionFacts position={position} /> : null}
      {position ? protection(position) : null}
      {next ? <Redirect to={holdingAddress(next)} /> : null}
      {isClosed ? (
        <EmptyState
          icon={Briefcase}
          text={t("closedAlready")}
          action={
            <LinkButton href={to("trade", { tab: TRADE_TABS.closed })}>{t("closedSee")}</LinkButton>
          }
        />
      ) : null}
      {!data && error ? <ErrorState error={error} retry={refetch} /> : null}
      {isLoading ? <Skeleton className="h-60 w-full rounded-card" /> : null}
      {children}
    </Page>
  );
}
