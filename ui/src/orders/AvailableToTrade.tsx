import { useQuery } from "@tanstack/react-query";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import type { OrderCost } from "@/api/costs";
import type { Wallet, WalletType } from "@/api/funds";
import type { Instrument } from "@/api/market";
import type { Side } from "@/api/orders";
import { walletOf, wallets } from "@/api/wallets";
import { ScreenContext } from "@/navigation";
import { kindOf, TICKETS, type TicketName } from "@/products";
import { counted } from "@/products/words";
import { to } from "@/screens";
import { compare, formatMoney, isPositive, KeyValue, KeyValues, Own } from "@/ui";
import { Link } from "@/ui/Link";
import { holding } from "./queries";

interface AvailableToTradeProps {
  name: TicketName;
  instrument: Instrument;
  side: Side;
  cost: OrderCost | null;
  /** True if the order costs more than the account has. */
  lacks: boolean;
}

/** The account to transfer from: the funding account, else another that has money; null if none has. */
function sourceOf(owned: readonly Wallet[], target: WalletType): WalletType | null {
  const hasMoney = owned.filter(
    ({ type, transferable }) => type !== target && isPositive(transferable),
  );
  return (walletOf(hasMoney, "BALANCE") ?? hasMoney[0])?.type ?? null;
}

function BuyingPower({
  name,
  cost,
  lacks,
}: Pick<AvailableToTradeProps, "name" | "cost" | "lacks">) {
  const { t } = useTranslation(["orders", "ticket"]);
  const { pathname, search } = useContext(ScreenContext);
  const { data } = useQuery(wallets);
  const { wallet: type } = TICKETS[name];
  const wallet = walletOf(data, type);
  const available = cost?.buyingPower ?? wallet?.available;
  const currency = cost?.currency ?? wallet?.currency ?? "";
  const source = data ? sourceOf(data, type) : "BALANCE";
  const back = `${pathname}${search}`;
  const empty = available !== undefined && compare(available, "0") <= 0;
  return (
    <>
      <KeyValues>
        <KeyValue label={t("available.buyingPower")}>
          {available === undefined ? null : (
            <Own>{`${formatMoney(available, currency)} ${currency}`}</Own>
          )}
        </KeyValue>
      </KeyValues>
      {empty || lacks ? (
        <p className="text-small text-ink-2">
          {empty ? `${t("available.empty", { account: t(`account.${type}`) })} ` : null}
          <Link
            to={source ? to("transfer", { from: source, to: type, back }) : to("deposit")}
            className="-my-3 inline-flex min-h-11 items-center font-semibold text-ink underline underline-offset-2"
          >
            {source ? t("available.transfer") : t("ticket:money.deposit")}
          </Link>
        </p>
      ) : null}
    </>
  );
}

function SharesToSell({ instrument }: { instrument: Instrument }) {
  const { t } = useTranslation("orders");
  const { data } = useQuery(holding(instrument));
  return (
    <KeyValues>
      <KeyValue label={t("available.shares")}>
        {data ? <Own>{counted(t, instrument, data.available)}</Own> : null}
      </KeyValue>
    </KeyValues>
  );
}

/** The means for the order: money for a purchase and for positions on margin, shares for a sale. */
export function AvailableToTrade({ name, instrument, side, cost, lacks }: AvailableToTradeProps) {
  const paysMoney = side === "buy" || kindOf(instrument).onMargin;
  return (
    <div className="pt-2 font-medium">
      {paysMoney ? (
        <BuyingPower name={name} cost={cost} lacks={lacks} />
      ) : (
        <SharesToSell instrument={instrument} />
      )}
    </div>
  );
}
