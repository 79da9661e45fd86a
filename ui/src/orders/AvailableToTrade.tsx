import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { Listing } from "@/api/market";
import type { OrderCost, Side } from "@/api/orders";
import { walletOf, wallets } from "@/api/wallets";
import { to } from "@/screens";
import { compare, formatDecimal, formatMoney, KeyValue, KeyValues, Own } from "@/ui";
import { Link } from "@/ui/Link";
import { holding } from "./queries";

interface AvailableToTradeProps {
  listing: Listing;
  side: Side;
  cost: OrderCost | null;
}

function BuyingPower({ cost }: { cost: OrderCost | null }) {
  const { t } = useTranslation("orders");
  const { data } = useQuery(wallets);
  const wallet = walletOf(data, "STOCK");
  const available = cost?.buyingPower ?? wallet?.available;
  const currency = cost?.currency ?? wallet?.currency ?? "";
  const empty = available !== undefined && compare(available, "0") <= 0;
  return (
    <>
      <KeyValue label={t("available.buyingPower")}>
        {available === undefined ? null : <Own>{`${formatMoney(available)} ${currency}`}</Own>}
      </KeyValue>
      {empty ? (
        <p className="text-small text-ink-2">
          {t("available.empty")}{" "}
          <Link
            to={to("transfer", { from: "BALANCE", to: "STOCK" })}
            className="font-semibold text-ink underline underline-offset-2"
          >
            {t("available.transfer")}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function SharesToSell({ listing }: { listing: Listing }) {
  const { t } = useTranslation("orders");
  const { data } = useQuery(holding(listing));
  return (
    <KeyValue label={t("available.shares")}>
      {data ? (
        <Own>{t("available.sharesCount", { quantity: formatDecimal(data.available) })}</Own>
      ) : null}
    </KeyValue>
  );
}

/** What the order can be paid with: money for a purchase, shares for a sale. */
export function AvailableToTrade({ listing, side, cost }: AvailableToTradeProps) {
  return (
    <KeyValues className="pt-2 font-medium">
      {side === "buy" ? <BuyingPower cost={cost} /> : <SharesToSell listing={listing} />}
    </KeyValues>
  );
}
