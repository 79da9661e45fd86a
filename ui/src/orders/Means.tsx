import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Direction, Preview } from "@/api/types";
import { walletOf, wallets } from "@/api/wallets";
import { to } from "@/screens";
import { compare, formatDecimal, formatMoney, KeyValue, KeyValues } from "@/ui";
import { Link } from "@/ui/Link";
import { holding } from "./queries";
import type { Stock } from "./useTicket";
import { BUY } from "./words";

interface MeansProps {
  stock: Stock;
  direction: Direction;
  cost: Preview | null;
}

function BuyingPower({ cost }: { cost: Preview | null }) {
  const { t } = useTranslation("orders");
  const { data } = useQuery(wallets);
  const available = cost?.buyingPower ?? walletOf(data, "STOCK")?.availableBalance;
  const empty = available !== undefined && compare(available, "0") <= 0;
  return (
    <>
      <KeyValue label={t("means.buyingPower")}>
        {available === undefined ? null : formatMoney(available)}
      </KeyValue>
      {empty ? (
        <p className="text-small text-ink-2">
          {t("means.empty")}{" "}
          <Link
            to={to("transfer", { from: "BALANCE", to: "STOCK" })}
            className="font-semibold text-ink underline underline-offset-2"
          >
            {t("means.transfer")}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function SharesToSell({ stock }: { stock: Stock }) {
  const { t } = useTranslation("orders");
  const { data } = useQuery(holding(stock.stock_code, stock.market));
  return (
    <KeyValue label={t("means.shares")}>
      {data ? t("means.sharesCount", { quantity: formatDecimal(data.availableNum) }) : null}
    </KeyValue>
  );
}

/** What the order can be paid with: money for a purchase, shares for a sale. */
export function Means({ stock, direction, cost }: MeansProps) {
  return (
    <KeyValues className="px-1 pt-3 font-medium">
      {direction === BUY ? <BuyingPower cost={cost} /> : <SharesToSell stock={stock} />}
    </KeyValues>
  );
}
