import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keptForm } from "@/app/keptForm";
import type { DepositQuery } from "@/screenQueries";
import { Chips, EmptyState, Page, QueryView, TopBar } from "@/ui";
import { FormSkeleton } from "@/ui/FormSkeleton";
import { ChannelForm } from "./ChannelForm";
import { channels } from "./deposits";

/** The currency that was chosen last, for when the page is loaded anew. */
const lastChoice = keptForm("deposit-fiat", { currency: "" });

/** Deposits money of a bank account: choose its currency, say how much. The address may say both. */
export default function DepositFiatPage(asked: DepositQuery) {
  const { t } = useTranslation("funds");
  const query = useQuery(channels);
  const [chosen, setChosen] = useState(() => asked.currency ?? lastChoice.read()?.currency);
  const choose = (currency: string) => {
    setChosen(currency);
    lastChoice.keep({ currency });
  };
  const list = query.data?.filter(({ kind }) => kind === "fiat");
  const channel = list?.find(({ currency }) => currency === chosen) ?? list?.[0];
  if (list && channel) {
    return (
      <ChannelForm
        key={channel.currency}
        channel={channel}
        asked={channel.currency === asked.currency ? asked.amount : undefined}
      >
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
