import { type Firsts, useChosen } from "@/market/chosen";
import { useFirstHeld } from "@/positions/queries";
import { classOf, TICKETS, usualTicket } from "@/products";
import { to } from "@/screens";
import { useSession } from "@/session";
import { DockedScreen } from "@/ui/DockedScreen";
import { SampleReceiptPane } from "./sampleReceipt";

/** The ticket for the chosen instrument, or else for the first of the tab's list. */
export function ChosenTicket({ list }: { list: Firsts }) {
  const chosen = useChosen(list);
  // The ticket of an untradable instrument says so.
  const name = usualTicket({ assetClass: classOf(chosen?.market) });
  const screen = name ? TICKETS[name].screen : "payStock";
  return chosen ? <DockedScreen address={to(screen, chosen)} /> : null;
}

/** A workspace pane with the ticket for the chosen instrument, or else for the newest holding. */
export default function TicketPane() {
  const session = useSession();
  const list = useFirstHeld();
  return session ? <ChosenTicket list={list} /> : <SampleReceiptPane />;
}
