import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { FundingOverview } from "@/api/funds";
import type { Position } from "@/api/positions";
import { walletOf, wallets } from "@/api/wallets";
import { useQuotes } from "@/push/quotes";
import { BigFigure, FactGrid, formatMoney, NO_VALUE, Own, SignedText, Skeleton } from "@/ui";
import OwnEye from "@/ui/OwnEye";
import { total, valuate } from "./valuation";

type Overview = Pick<UseQueryResult<FundingOverview>, "data" | "isPending">;

/** All that the customer owns and what it has gained today: the server's own sums, of one reply. */
function Equity({ data, isPending }: Overview) {
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
    </>
  );
}

interface PortfolioHeadProps {
  overview: Overview;
  positions: readonly Position[] | undefined;
}

/**
 * What the account is worth and has gained today, what can be spent, and with every tick the value of all holdings and
 * what they have gained: no reply has these sums, so that they are made here of the newest price of each.
 */
export function PortfolioHead({ overview, positions }: PortfolioHeadProps) {
  const { t } = useTranslation("positions");
  const quotes = useQuotes(positions ?? []);
  const { data: owned } = useQuery(wallets);
  const values = positions?.flatMap((position, index) => {
    const price = quotes[index]?.last ?? position.price;
    return price ? [valuate(position, price)] : [];
  });
  const held = values && total(values);
  return (
    <div className="pt-1 pb-4">
      <Equity {...overview} />
      <div className="mt-3">
        <FactGrid
          facts={[
            { label: t("value"), value: <Own>{formatMoney(held?.marketValue)}</Own> },
            {
              label: t("unrealised"),
              value: <Own>{held ? <SignedText value={held.profit} /> : NO_VALUE}</Own>,
            },
            {
              label: t("head.buyingPower"),
              value: <Own>{formatMoney(walletOf(owned, "STOCK")?.available)}</Own>,
            },
          ]}
        />
      </div>
    </div>
  );
}
