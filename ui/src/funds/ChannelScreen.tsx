import { useQuery } from "@tanstack/react-query";
import { Ban } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DepositChannel, DepositKind } from "@/api/types";
import { RequireSession } from "@/app/RequireSession";
import { Chips, EmptyState, ErrorState, Notice, Page, SkeletonRows, TopBar } from "@/ui";
import { DepositForm } from "./DepositForm";
import { channels } from "./deposits";

interface ChannelScreenProps {
  kind: DepositKind;
  title: string;
  /** What a customer must know about the chosen channel before the amount. */
  children: (channel: DepositChannel) => ReactNode;
}

const nameOf = ({ currency, network }: DepositChannel) =>
  network ? `${currency} · ${network}` : currency;

function Choice({
  list,
  children,
}: { list: DepositChannel[] } & Pick<ChannelScreenProps, "children">) {
  const { t } = useTranslation("funds");
  const [name, setName] = useState(nameOf(list[0] as DepositChannel));
  const channel = list.find((candidate) => nameOf(candidate) === name) ?? list[0];
  if (!channel) return null;
  return (
    <div className="flex flex-col gap-3">
      {channel.paper ? (
        <Notice title={t("deposit.paperTitle")}>{t("deposit.paperText")}</Notice>
      ) : null}
      <Chips
        label={t("deposit.currency")}
        value={nameOf(channel)}
        onChange={setName}
        choices={list.map((candidate) => ({
          value: nameOf(candidate),
          label: nameOf(candidate),
        }))}
      />
      {children(channel)}
      <DepositForm key={nameOf(channel)} channel={channel} />
    </div>
  );
}

function Channels({ kind, children }: Omit<ChannelScreenProps, "title">) {
  const { t } = useTranslation("funds");
  const { data, error, refetch } = useQuery(channels);
  const list = data?.filter(({ channel }) => channel === kind);
  if (!list) {
    return error ? <ErrorState error={error} retry={refetch} /> : <SkeletonRows rows={3} />;
  }
  if (list.length === 0) return <EmptyState icon={Ban} text={t("deposit.none")} />;
  return <Choice list={list}>{children}</Choice>;
}

/** One way in: choose its currency, read what it asks for, say how much. */
export function ChannelScreen({ kind, title, children }: ChannelScreenProps) {
  return (
    <RequireSession>
      <Page top={<TopBar title={title} />}>
        <Channels kind={kind}>{children}</Channels>
      </Page>
    </RequireSession>
  );
}
