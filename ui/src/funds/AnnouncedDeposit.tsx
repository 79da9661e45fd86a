import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnnouncedKind } from "@/api/funds";
import { keptForm } from "@/forms/keptForm";
import type { DepositQuery } from "@/screenQueries";
import { Chips, EmptyState, Page, QueryView, TopBar } from "@/ui";
import { FormSkeleton } from "@/ui/FormSkeleton";
import { ChannelForm } from "./ChannelForm";
import { channels } from "./deposits";

interface AnnouncedDepositProps {
  kind: AnnouncedKind;
  /** The query of the address. */
  asked: DepositQuery;
  /** Information shown before the form. */
  children?: ReactNode;
}

/** Deposits money by bank transfer: its currency and amount. The address may preset both. */
export function AnnouncedDeposit({ kind, asked, children }: AnnouncedDepositProps) {
  const { t } = useTranslation("funds");
  const query = useQuery(channels);
  // The currency chosen last, restored after a reload.
  const [lastChoice] = useState(() => keptForm(`deposit-${kind}`, { currency: "" }));
  const [chosen, setChosen] = useState(() => asked.currency ?? lastChoice.read()?.currency);
  const choose = (currency: string) => {
    setChosen(currency);
    lastChoice.keep({ currency });
  };
  const list = query.data?.filter((channel) => channel.kind === kind);
  const channel = list?.find(({ currency }) => currency === chosen) ?? list?.[0];
  if (list && channel) {
    return (
      <ChannelForm
        key={channel.currency}
        channel={channel}
        asked={channel.currency === asked.currency ? asked.amount : undefined}
      >
        {children}
        {list.length < 2 ? null : (
          <Chips
            label={t("deposit.currency")}
            value={channel.currency}
            onChange={choose}
            choices={list.map(({ currency }) => ({ value: currency, label: currency }))}
          />
        )}
      </ChannelForm>
    );
  }
  return (
    <Page top={<TopBar />}>
      <QueryView query={query} skeleton={<FormSkeleton fields={2} />}>
        {() => <EmptyState icon={Ban} text={t("deposit.none")} />}
      </QueryView>
    </Page>
  );
}
