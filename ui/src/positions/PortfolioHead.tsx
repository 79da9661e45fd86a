import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { FundingOverview } from "@/api/fundingOverview";
import type { Wallet } from "@/api/funds";
import type { Position } from "@/api/positions";
import { walletOf, wallets } from "@/api/wallets";
import { HOME_CURRENCY, ticketOf } from "@/products";
import { useQuotes } from "@/push/quotes";
import { valuationOf } from "@/trade/valuation";
import {
  BigFigure,
  FactGrid,
  formatDecimal,
  formatMoney,
  isPositive,
  NO_VALUE,
  Own,
  SignedText,
  Skeleton,
} from "@/ui";
import OwnEye from "@/ui/OwnEye";
import { type Sums, sumsOf } from "./groups";
import { TradingCash } from "./TradingCash";

type Overview = Pick<UseQueryResult<FundingOverview>, "data" | "isPending">;

/** The customer's equity and today's gain: the server's own sums, from one reply. */
function Equity({ data, isPending, hongKong }: Overview & { hongKong: Wallet | undefined }) {
  const { t } = useTranslation("positions");
  if (isPending) return <Skeleton className="my-1 h-18 w-52" />;
  return (
    <>
      <div className="flex min-h-5 items-center gap-2.5 text-small text-ink-2">
        {t("head.equity")}
        {data ? ` · ${data.currency}` : null}
        <OwnEye className="-my-3.5" />
      </div>
      <Own className="block text-display font-semibold">
        <BigFigure value={data?.total} className="block" />
      </Own>
      <p className="mt-0.5 text-note font-semibold">
        <Own>
          <SignedText value={data?.todayProfit} />
        </Own>{" "}
        <SignedText value={data?.todayProfitPercent} gain={data?.todayProfit} percent />{" "}
        <span className="text-caption font-normal text-ink-2">{t("head.today")}</span>
      </p>
      {hongKong && data ? (
        <p className="num text-small text-ink-2">
          {t("head.hongKong")}{" "}
          <Own>
            <SignedText value={data.hongKongTodayProfit} className="font-semibold" />{" "}
            {hongKong.currency}
          </Own>
        </p>
      ) : null}
    </>
  );
}

/** The rates used for the sums, or the currencies that they lack. */
function Conversion({ sums }: { sums: Sums }) {
  const { t } = useTranslation("positions");
  if (sums.rates.length === 0 && sums.missing.length === 0) return null;
  return (
    <p className="num mt-2 text-caption text-ink-2">
      {sums.rates
        .map(({ from, to, rate }) => t("head.converted", { from, to, rate: formatDecimal(rate) }))
        .join(" ")}
      {sums.missing.length > 0
        ? t("head.notConverted", { currencies: sums.missing.join(", ") })
        : null}
    </p>
  );
}

interface PortfolioHeadProps {
  overview: Overview;
  positions: readonly Position[] | undefined;
}

/**
 * The worth of the account and today's gain, the available and held cash, and with every tick the value and gain of all
 * holdings: no reply has these sums, so they are calculated here from the newest prices.
 */
export function PortfolioHead({ overview, positions }: PortfolioHeadProps) {
  const { t } = useTranslation("positions");
  const quotes = useQuotes(positions ?? []);
  const { data: owned } = useQuery(wallets);
  const rates = overview.data?.rates;
  const valued = positions?.flatMap((position, index) => {
    const value = valuationOf(position, quotes[index]?.last);
    return value ? [{ position, value }] : [];
  });
  // Until the rates are loaded, a sum would lack the holdings to convert.
  const waits = overview.isPending && positions?.some(({ currency }) => currency !== HOME_CURRENCY);
  const sums = waits ? undefined : valued && sumsOf(valued, rates);
  const hongKong = walletOf(owned, ticketOf({ assetClass: "hkStock" }).wallet);
  const isUsed =
    isPositive(hongKong?.balance ?? "0") ||
    positions?.some(({ assetClass }) => assetClass === "hkStock");
  return (
    <div className="pt-1 pb-4">
      <Equity {...overview} hongKong={isUsed ? hongKong : undefined} />
      <div className="mt-3">
        <FactGrid
          facts={[
            {
              label: t("value"),
              value: <Own>{formatMoney(sums?.marketValue, HOME_CURRENCY)}</Own>,
            },
            {
              label: t("unrealised"),
              value: <Own>{sums ? <SignedText value={sums.profit} /> : NO_VALUE}</Own>,
            },
          ]}
        />
        {sums ? <Conversion sums={sums} /> : null}
      </div>
      <TradingCash />
    </div>
  );
}
