import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { CoinNetwork } from "@/api/coins";
import type { DepositChannel } from "@/api/funds";
import { bodyOf } from "@/api/moneyAction";
import type { Unanswered } from "@/api/unanswered";
import { releaseSuspense } from "@/money/coins";
import { UnansweredActions } from "@/money/UnansweredActions";
import { EmptyState, Notice, Page, QueryList, QueryView, SkeletonRows, TopBar } from "@/ui";
import { Column } from "@/ui/Column";
import { AddressCard } from "./coins/AddressCard";
import { CoinChoice } from "./coins/CoinChoice";
import { Incoming } from "./coins/Incoming";
import { addressOn, suspense } from "./coins/queries";
import { SuspenseCards } from "./coins/SuspenseCards";
import { TestPayment } from "./coins/TestPayment";
import { channels } from "./deposits";

const coinsOf = (list: DepositChannel[]): CoinNetwork[] =>
  list.flatMap(({ kind, currency, network }) =>
    kind === "wallet" && network !== null ? [{ currency, network }] : [],
  );

function PaperNotice() {
  const { t } = useTranslation(["funds", "deposits"]);
  return <Notice title={t("deposit.paperTitle")}>{t("deposits:paperText")}</Notice>;
}

function Coins({ list }: { list: CoinNetwork[] }) {
  const { t } = useTranslation(["funds", "deposits"]);
  const [chosen, setChosen] = useState(list[0]);
  const coin = chosen ?? list[0];
  if (!coin) return <EmptyState icon={Ban} text={t("deposit.none")} />;
  return (
    <div className="flex flex-col gap-3">
      <CoinChoice list={list} chosen={coin} onChange={setChosen} />
      <Address key={`${coin.currency} ${coin.network}`} of={coin} />
    </div>
  );
}

function Address({ of }: { of: CoinNetwork }) {
  const query = useQuery(addressOn(of));
  return (
    <QueryView query={query} skeleton={<SkeletonRows rows={4} />}>
      {(address) => (
        <div className="flex flex-col gap-3">
          {address.paper ? <PaperNotice /> : null}
          <AddressCard of={address} />
          {address.paper ? <TestPayment to={address} /> : null}
        </div>
      )}
    </QueryView>
  );
}

/** True for the release of coins in suspense whose card asks for its outcome. */
function useIsOnCard(): (entry: Unanswered) => boolean {
  const areShown = useQuery(channels).isSuccess;
  const { data: cards = [] } = useQuery(suspense);
  return (entry) =>
    areShown &&
    entry.action === releaseSuspense.name &&
    cards.some(({ sum }) => sum.currency === bodyOf(releaseSuspense, entry).currency);
}

/** Deposits digital currency: the customer's own address, incoming coins, and those in suspense. */
export default function DepositWalletPage() {
  const { t } = useTranslation(["funds", "deposits"]);
  return (
    <Page top={<TopBar />}>
      <Column>
        <UnansweredActions except={useIsOnCard()} />
        <div>
          <QueryList
            query={useQuery(channels)}
            skeleton={<SkeletonRows rows={4} />}
            empty={<EmptyState icon={Ban} text={t("deposit.none")} />}
          >
            {(list) => (
              <>
                <Coins list={coinsOf(list)} />
                <Incoming />
                <SuspenseCards />
              </>
            )}
          </QueryList>
        </div>
      </Column>
    </Page>
  );
}
