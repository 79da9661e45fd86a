import { useQuery } from "@tanstack/react-query";
import { Briefcase, ChartCandlestick } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { PositionRow } from "@/api/types";
import { useNavigation } from "@/navigation";
import { to } from "@/screens";
import {
  BigFigure,
  Card,
  EmptyState,
  ErrorState,
  formatDecimal,
  formatMoney,
  formatPrice,
  formatTime,
  IconButton,
  KeyValue,
  KeyValues,
  LinkButton,
  NO_VALUE,
  Page,
  PriceText,
  SignedText,
  Skeleton,
  TopBar,
} from "@/ui";
import { useValuation } from "./HoldingCard";
import { holdings } from "./queries";
import { usePositionStream } from "./usePositionStream";

const instrumentOf = ({ stock_code: code, name, source, market }: PositionRow) => ({
  code,
  name,
  source,
  market,
});

function PositionFacts({ row }: { row: PositionRow }) {
  const { t, i18n } = useTranslation("positions");
  const value = useValuation(row);
  return (
    <>
      <div className="pb-4 text-center">
        <p className="text-small text-ink-2">{t("marketValue", { currency: row.currency })}</p>
        <BigFigure value={value?.marketValue ?? NO_VALUE} />
        {value ? (
          <p className="font-semibold">
            <SignedText value={value.profit} /> <SignedText value={value.percent} percent />
          </p>
        ) : null}
      </div>
      <Card>
        <KeyValues>
          <KeyValue label={t("quantity")}>{formatDecimal(row.positionNum)}</KeyValue>
          <KeyValue label={t("available")}>{formatDecimal(row.availableNum)}</KeyValue>
          <KeyValue label={t("price")}>
            {value ? <PriceText value={value.price} /> : NO_VALUE}
          </KeyValue>
          <KeyValue label={t("averageCost")}>{formatPrice(row.avgPrice)}</KeyValue>
          <KeyValue label={t("totalCost")}>{formatMoney(row.isolatedPosition)}</KeyValue>
          <KeyValue label={t("feesPaid")}>{formatMoney(row.fee)}</KeyValue>
          <KeyValue label={t("opened")}>
            {formatTime(row.createTimeTimestamp, i18n.language)}
          </KeyValue>
        </KeyValues>
      </Card>
    </>
  );
}

interface PositionViewProps {
  id: string;
  code: string;
  name: string;
  /** The fills of the position. */
  children: ReactNode;
}

/** One holding: its value with every tick, what it cost, its fills, and the ways to sell or add. */
export function PositionView({ id, code, name, children }: PositionViewProps) {
  const { t } = useTranslation("positions");
  const { open } = useNavigation();
  usePositionStream();
  const { data, error, refetch } = useQuery(holdings);
  const row = data?.find((position) => position.id === id);
  const title = (
    <>
      {name} <span className="text-small font-normal text-ink-2">{code}</span>
    </>
  );
  const chart = row ? (
    <IconButton label={t("chart")} onClick={() => open(to("quoteStock", instrumentOf(row)))}>
      <ChartCandlestick size={22} strokeWidth={1.75} aria-hidden />
    </IconButton>
  ) : undefined;
  const actions = row ? (
    <>
      <LinkButton look="ghost" href={to("payStock", { ...instrumentOf(row), direction: 0 })}>
        {t("buyMore")}
      </LinkButton>
      <LinkButton href={to("payClose", { ...instrumentOf(row), id: row.id })}>
        {t("close.action")}
      </LinkButton>
    </>
  ) : undefined;
  return (
    <Page top={<TopBar title={title} end={chart} />} bottom={actions} onRefresh={refetch}>
      {row ? <PositionFacts row={row} /> : null}
      {data && !row ? <EmptyState icon={Briefcase} text={t("closedAlready")} /> : null}
      {!data && error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <Skeleton className="h-60 w-full rounded-card" /> : null}
      {children}
    </Page>
  );
}
