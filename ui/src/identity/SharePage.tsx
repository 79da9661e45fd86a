import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { platform } from "@/platform";
import { Button, Card, KeyValue, KeyValues, Notice, Page, Skeleton, TopBar, toast } from "@/ui";
import { ColumnActions } from "@/ui/Column";
import { useCustomer } from "@/ui/RequireSession";
import { Installs } from "./Installs";
import { InvitedList } from "./InvitedList";
import { invitationAddress } from "./invitation";

const QrCode = lazy(() => import("@/ui/QrCode"));

function useActions(address: string) {
  const { t } = useTranslation(["identity", "common"]);
  const say = (isCopied: boolean) =>
    toast(t(isCopied ? "common:message.copied" : "common:message.notCopied"));
  return {
    copy: async () => say(await platform.copy(address)),
    share: async () => {
      const content = { title: "Plumbline", text: t("identity:share.invite"), url: address };
      const outcome = await platform.share(content);
      if (outcome !== "shared") say(outcome === "copied");
    },
  };
}

/** The customer's invitation: a QR code, an address to send, and the customers who joined by it. */
export default function SharePage() {
  const { t } = useTranslation(["identity", "common"]);
  const { inviteCode } = useCustomer();
  const address = invitationAddress(inviteCode);
  const { copy, share } = useActions(address);
  return (
    <Page
      top={<TopBar />}
      bottom={
        <ColumnActions>
          <Button look="ghost" onClick={copy}>
            {t("identity:share.copy")}
          </Button>
          <Button onClick={share}>{t("identity:share.share")}</Button>
        </ColumnActions>
      }
    >
      <div className="mx-auto flex w-full max-w-[480px] flex-col gap-3 pt-1">
        <Card className="flex flex-col items-center text-center">
          <p className="text-note text-balance text-ink-2">{t("identity:share.scan")}</p>
          <div className="mt-3 aspect-square w-full max-w-[232px]">
            <Suspense fallback={<Skeleton className="h-full w-full" />}>
              <QrCode text={address} label={t("identity:share.code", { address })} />
            </Suspense>
          </div>
          <p className="mt-3 font-mono text-small [overflow-wrap:anywhere] select-all">
            {/* If the address wraps, the code stays whole. */}
            {address.slice(0, -inviteCode.length)}
            <wbr />
            {inviteCode}
          </p>
          <KeyValues className="mt-2 w-full">
            <KeyValue label={t("identity:share.inviteCode")}>
              <span className="select-all">{inviteCode}</span>
            </KeyValue>
          </KeyValues>
        </Card>
        <Notice title={t("identity:share.rewardTitle")}>{t("identity:share.reward")}</Notice>
        <InvitedList />
        <Installs />
      </div>
    </Page>
  );
}
