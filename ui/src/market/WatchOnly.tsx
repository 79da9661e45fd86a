import { Eye } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Instrument } from "@/api/market";
import { titleOf } from "@/products";
import { EmptyState, Page, TopBar } from "@/ui";

/** In place of the trade buttons: an index can be watched, and not traded. */
export function WatchOnly() {
  const { t } = useTranslation("kinds");
  return (
    <p className="flex-1 py-1.5 text-center text-small text-balance text-ink-2">
      {t("watch.index")}
    </p>
  );
}

/** The `WatchOnly` text in place of the ticket. */
export function NoTicket({ of }: { of: Instrument }) {
  const { t } = useTranslation("kinds");
  return (
    <Page top={<TopBar title={titleOf(of).first} />}>
      <EmptyState icon={Eye} text={t("watch.index")} />
    </Page>
  );
}
