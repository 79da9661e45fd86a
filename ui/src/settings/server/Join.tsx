import { useMutation, useQuery } from "@tanstack/react-query";
import type { ComponentType } from "react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { foundServerKey } from "@/api/keys";
import { useNavigation } from "@/navigation";
import { type FoundServer, platform } from "@/platform";
import { to } from "@/screens";
import { useSession } from "@/session";
import { Button, Card, FormError, KeyValue, KeyValues, Notice, Skeleton } from "@/ui";
import { AddressStep } from "./AddressStep";
import type { JoinFrameProps } from "./frame";
import { reasonOf } from "./refusals";
import type { Joining } from "./typedServer";

interface JoinProps {
  joining: Joining;
  /** The sheet or the page that holds the questions. */
  frame: ComponentType<JoinFrameProps>;
  /** Called when nothing is left to ask, and the server stays. */
  onDone?: () => void;
}

/** The address as the customer knows it: its host, and the scheme only where it is not the safe one. */
const hostOf = (address: string) => address.replace(/^https:\/\//, "");

/** The screen that a customer of the server begins at. */
const screenOf = ({ inviteCode }: Joining) =>
  inviteCode ? to("register", { inviteCode }) : to("home");

function Facts({ server, inviteCode }: { server: FoundServer; inviteCode: string }) {
  const { t } = useTranslation("join");
  return (
    <Card className="py-2">
      <KeyValues>
        <KeyValue label={t("connection.label")}>
          {t(server.secure ? "connection.secure" : "connection.open")}
        </KeyValue>
        <KeyValue label={t("money.label")}>{t(`money.${server.mode}`)}</KeyValue>
        <KeyValue label={t("version")}>{server.version}</KeyValue>
        {inviteCode ? <KeyValue label={t("inviteCode")}>{inviteCode}</KeyValue> : null}
      </KeyValues>
    </Card>
  );
}

/** Looks for the server, says what joining it means, and asks before another one is left. */
function ServerStep({
  joining,
  frame: Frame,
  onDone,
  onOther,
}: JoinProps & { onOther: () => void }) {
  const { t } = useTranslation(["join", "common"]);
  const { open } = useNavigation();
  const isLoggedIn = useSession() !== null;
  const [isLeaving, setLeaving] = useState(false);
  const found = useQuery({
    queryKey: foundServerKey(joining.server),
    queryFn: () => (platform.servers as NonNullable<typeof platform.servers>).find(joining.server),
    retry: false,
    // Each question is about the server as it is now.
    staleTime: 0,
    gcTime: 0,
    networkMode: "always",
  });
  const using = useMutation({
    mutationFn: async (address: string) => platform.servers?.use(address, screenOf(joining)),
    meta: { quiet: true },
    networkMode: "always",
  });
  const host = hostOf(joining.server);
  const present = platform.serverAddress();
  const other = (
    <Button look="ghost" onClick={onOther} disabled={using.isPending}>
      {t("join:other")}
    </Button>
  );
  if (found.isError && !found.isFetching) {
    return (
      <Frame
        title={t("join:ask", { host })}
        actions={
          <>
            {other}
            <Button onClick={() => found.refetch()}>{t("common:action.tryAgain")}</Button>
          </>
        }
      >
        <div role="alert">
          <Notice tone="danger">{t(`join:refused.${reasonOf(found.error)}`)}</Notice>
        </div>
      </Frame>
    );
  }
  if (!found.data || found.isFetching) {
    return (
      <Frame title={t("join:ask", { host })} description={t("join:looking")} actions={other}>
        <Skeleton className="h-28 w-full rounded-card" />
      </Frame>
    );
  }
  const server = found.data;
  if (server.address === present) {
    const stay = () => {
      onDone?.();
      open(screenOf(joining));
    };
    return (
      <Frame
        title={host}
        description={t("join:here")}
        actions={<Button onClick={stay}>{t("common:action.continue")}</Button>}
      >
        <Facts server={server} inviteCode={joining.inviteCode} />
      </Frame>
    );
  }
  const use = () => using.mutate(server.address);
  const refused = using.error ? t(`join:refused.${reasonOf(using.error)}`) : undefined;
  if (isLeaving) {
    const from = hostOf(present);
    return (
      <Frame
        title={t("join:leave.ask", { from })}
        busy={using.isPending}
        actions={
          <>
            <Button look="ghost" onClick={() => setLeaving(false)} disabled={using.isPending}>
              {t("common:action.cancel")}
            </Button>
            <Button busy={using.isPending} onClick={use}>
              {t("join:leave.action")}
            </Button>
          </>
        }
      >
        <p className="text-note text-ink-2">{t("join:leave.text", { from, host })}</p>
        <FormError text={refused} />
      </Frame>
    );
  }
  return (
    <Frame
      title={t("join:ask", { host })}
      busy={using.isPending}
      actions={
        <>
          {other}
          <Button busy={using.isPending} onClick={isLoggedIn ? () => setLeaving(true) : use}>
            {t("join:action")}
          </Button>
        </>
      }
    >
      <p className="mb-3 text-note text-ink-2">{t("join:meaning")}</p>
      <Facts server={server} inviteCode={joining.inviteCode} />
      {server.secure ? null : (
        <Notice tone="caution" className="mt-3">
          {t("join:connection.openText")}
        </Notice>
      )}
      <FormError text={refused} />
    </Frame>
  );
}

/** Asks for a server's address, if there is none yet, and then about the server. */
export function Join({ joining: first, frame, onDone }: JoinProps) {
  const [joining, setJoining] = useState(first);
  if (!joining.server) {
    return <AddressStep frame={frame} inviteCode={joining.inviteCode} onAddress={setJoining} />;
  }
  return (
    <ServerStep
      key={joining.server}
      joining={joining}
      frame={frame}
      onDone={onDone}
      onOther={() => setJoining({ ...joining, server: "" })}
    />
  );
}
