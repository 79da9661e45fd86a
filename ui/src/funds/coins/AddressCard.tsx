import { Share2, TriangleAlert } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { DepositAddress } from "@/api/coins";
import { platform } from "@/platform";
import {
  Card,
  CopyButton,
  formatMoney,
  IconButton,
  KeyValue,
  KeyValues,
  Notice,
  toast,
} from "@/ui";
import QrCode from "@/ui/QrCode";

function ShareButton({ title, address }: { title: string; address: string }) {
  const { t } = useTranslation(["funds", "deposits", "common"]);
  const share = async () => {
    const outcome = await platform.share({ title, text: address });
    if (outcome === "copied") toast(t("common:message.copied"));
    if (outcome === "refused") toast(t("common:message.notCopied"));
  };
  return (
    <IconButton label={t("deposits:share")} onClick={share} className="m-0 bg-sunken">
      <Share2 size={18} strokeWidth={1.75} aria-hidden className="text-ink-2" />
    </IconButton>
  );
}

/** The customer's own address, as text and as a QR code, with a warning of what not to send. */
export function AddressCard({ of }: { of: DepositAddress }) {
  const { t } = useTranslation(["funds", "deposits", "common"]);
  const { address, currency, network, confirmations, minimum } = of;
  const title = t("deposits:addressOf", { currency });
  // Keeps the name of a token standard on one line.
  const unbroken = network.replaceAll("-", "\u2011");
  return (
    <>
      <Card>
        <div className="mx-auto w-44">
          <QrCode text={address} label={t("deposits:code", { address })} />
        </div>
        <div className="mt-3 mb-2 flex items-center gap-2">
          <p className="min-w-0 flex-1 text-caption text-ink-2">
            <span className="block">{title}</span>
            <span className="block">{unbroken}</span>
          </p>
          <CopyButton label={t("common:action.copy")} text={address} className="m-0 bg-sunken" />
          <ShareButton title={`${title} · ${network}`} address={address} />
        </div>
        <p className="font-mono text-note break-all select-all">{address}</p>
        <KeyValues className="mt-2">
          <KeyValue label={t("funds:deposit.creditedAfter")}>
            {t("funds:deposit.confirmations", { count: confirmations })}
          </KeyValue>
          <KeyValue label={t("deposits:minimum")}>
            {formatMoney(minimum)} {currency}
          </KeyValue>
        </KeyValues>
      </Card>
      <Notice tone="caution" icon={TriangleAlert}>
        <p>{t("deposits:recovery", { currency, network: unbroken })}</p>
        {of.paper ? <p className="mt-1.5">{t("deposits:recoveryPaper", { currency })}</p> : null}
      </Notice>
    </>
  );
}
