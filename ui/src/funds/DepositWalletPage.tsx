import { TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DepositChannel } from "@/api/funds";
import { Card, CopyButton, KeyValue, KeyValues, Notice } from "@/ui";
import { ChannelScreen } from "./ChannelScreen";

function Address({ channel }: { channel: DepositChannel }) {
  const { t } = useTranslation(["funds", "common"]);
  const { address, network, currency, confirmations } = channel;
  if (!address) return null;
  return (
    <>
      <Card>
        <div className="flex items-center gap-3">
          <div className="min-w-0 flex-1">
            <p className="text-caption text-ink-2">{t("funds:deposit.address")}</p>
            <p className="font-mono text-note break-all select-all">{address}</p>
          </div>
          <CopyButton label={t("common:action.copy")} text={address} className="m-0 bg-sunken" />
        </div>
        <KeyValues className="mt-2">
          <KeyValue label={t("funds:deposit.network")}>{network}</KeyValue>
          {confirmations === null ? null : (
            <KeyValue label={t("funds:deposit.creditedAfter")}>
              {t("funds:deposit.confirmations", { count: confirmations })}
            </KeyValue>
          )}
        </KeyValues>
      </Card>
      <Notice tone="caution" icon={TriangleAlert}>
        {channel.paper
          ? t("funds:deposit.recoveryPaper", { currency })
          : t("funds:deposit.recovery", { currency, network: network ?? "" })}
      </Notice>
    </>
  );
}

/** Deposits digital currency: the address to send to, and a warning about what must not be sent. */
export default function DepositWalletPage() {
  return <ChannelScreen kind="wallet">{(channel) => <Address channel={channel} />}</ChannelScreen>;
}
