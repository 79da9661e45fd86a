import { QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { platform } from "@/platform";
import type { JoinFrameProps } from "@/settings/server/frame";
import { Join } from "@/settings/server/Join";
import type { Joining } from "@/settings/server/typedServer";
import { Page, PlumbMark } from "@/ui";
import { ColumnActions } from "@/ui/Column";
import { PageHeading } from "@/ui/PageHeading";
import { Toaster } from "@/ui/Toaster";
import { HashRouter } from "./HashRouter";
import { queryClient } from "./queryClient";

function Frame({ title, description, actions, children }: JoinFrameProps) {
  return (
    <Page className="pt-safe" bottom={<ColumnActions>{actions}</ColumnActions>}>
      <div className="mx-auto w-full max-w-[480px] pt-10">
        <PlumbMark size={44} className="mb-4 -ml-3.5" />
        <PageHeading className="text-heading font-semibold break-words">{title}</PageHeading>
        {description ? <p className="mt-2 text-note text-ink-2">{description}</p> : null}
        <div className="mt-5">{children}</div>
      </div>
    </Page>
  );
}

/** The first start of an app that knows no server yet: it asks for one, and an invitation's link may answer. */
export default function ServerFirst() {
  const [joining, setJoining] = useState<Joining>({ server: "", inviteCode: "" });
  useEffect(
    () =>
      platform.onInvite(({ code, server }) =>
        setJoining({ server: server ?? "", inviteCode: code }),
      ),
    [],
  );
  return (
    <QueryClientProvider client={queryClient}>
      <HashRouter>
        <Suspense>
          <div className="flex h-dvh flex-col">
            <Join key={`${joining.server} ${joining.inviteCode}`} joining={joining} frame={Frame} />
          </div>
        </Suspense>
        <Toaster />
      </HashRouter>
    </QueryClientProvider>
  );
}
