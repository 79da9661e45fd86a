import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DepositChannel, DepositKind } from "@/api/funds";
import { Chips, EmptyState, Page, QueryView, SkeletonRows, TopBar } from "@/ui";
import { ChannelForm } from "./ChannelForm";
import { channels } from "./deposits";

interface ChannelScreenProps {
  kind: DepositKind;
  /** What a customer must know about the chosen channel before the amount. */
  children: (channel: DepositChannel) => ReactNode;
}

const nameOf = ({ currency, network }: DepositChannel) =>
  network ? `${currency} · ${network}` : currency;

interface ChannelChoiceProps {
  list: DepositChannel[];
  channel: DepositChannel;
  onChange: (name: string) => void;
}

function ChannelChoice({ list, channel, onChange }: ChannelChoiceProps) {
  const { t } = useTranslation("funds");
  if (list.length < 2) return null;
  return (
    <Chips
      label={t("deposit.currency")}
      value={nameOf(channel)}
      onChange={onChange}
      choices={list.map((candidate) => ({ value: nameOf(candidate), label: nameOf(candidate) }))}
    />
  );
}

/** One way in: choose its currency, read what it asks for, say how much. */
export function ChannelScreen({ kind, children }: ChannelScreenProps) {
  const { t } = useTranslation("funds");
  const query = useQuery(channels);
  const [name, setName] = useState<string>();
  const list = query.data?.filter((candidate) => candidate.kind === kind);
  const channel = list?.find((candidate) => nameOf(candidate) === name) ?? list?.[0];
  if (list && channel) {
    return (
      <ChannelForm key={nameOf(channel)} channel={channel}>
        <ChannelChoice list={list} channel={channel} onChange={setName} />
        {children(channel)}
      </ChannelForm>
    );
  }
  return (
    <Page top={<TopBar />}>
      <QueryView query={query} skeleton={<SkeletonRows rows={3} />}>
        {() => <EmptyState icon={Ban} text={t("deposit.none")} />}
      </QueryView>
    </Page>
  );
}
