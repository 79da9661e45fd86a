import { useNavigation } from "@/navigation";
import type { BillQuery } from "@/screenQueries";
import { to } from "@/screens";
import { Page, TopBar } from "@/ui";
import { Bill } from "./Bill";
import { BillHead } from "./BillHead";
import { type BillChoice, wholeBill } from "./billChoice";

/** All movements of the customer's accounts, day by day. The address has the filters. */
export default function TransactionsPage({ walletType: wallet, ...asked }: BillQuery) {
  const { open } = useNavigation();
  const choice: BillChoice = { ...wholeBill, ...asked, wallet };
  const choose = ({ wallet: walletType, period, ...next }: BillChoice) => {
    const since = period === "all" ? {} : { period };
    open(to("transactions", { ...next, ...since, walletType }), { replace: true });
  };
  return (
    <Page top={<TopBar />} pinned={<BillHead choice={choice} onChoose={choose} />}>
      <Bill choice={choice} onShowAll={() => choose(wholeBill)} />
    </Page>
  );
}
