import { Eye } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Instrument } from "@/api/market";
import { titleOf } from "@/products";
import { EmptyState, Page, TopBar } from "@/ui";

type Of = Pick<Instrument, "assetClass">;

function useText({ assetClass }: Of): string {
  const { t } = useTranslation("kinds");
  return t(assetClass === "index" ? "watch.index" : "watch.yet");
}

/** In place of the trade buttons: the instrument can be watched, and not traded. */
export function WatchOnly({ of }: { of: Of }) {
  return (
    <p className="flex-1 py-1.5 text-center text-small text-balance text-ink-2">{useText(of)}</p>
  );
}

/** The `WatchOnly` text in place of the ticket. */
export function NoTicket({ of }: { of: Instrument }) {
  return (
    <Page top={<TopBar title={titleOf(of).first} />}>
      <EmptyState icon={Eye} text={useText(of)} />
    </Page>
  );
}
