import { useMutation } from "@tanstack/react-query";
import { FolderOpen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, reply } from "@/api/client";
import { useServerFacts } from "@/api/serverFacts";
import { Field, type FieldProps, Notice, toast } from "@/ui";
import { CODE_LENGTH } from "./rules";
import { useCountdown } from "./useCountdown";

interface EmailCodeFieldProps extends FieldProps {
  scene: "register" | "resetPassword" | "security";
  /** Returns the validated address to send to, or null if it is invalid: the form then shows that. */
  emailToUse: () => Promise<string | null>;
  onRefused: (error: unknown) => void;
}

function useSendCode({ scene, emailToUse, onRefused }: EmailCodeFieldProps) {
  const { t } = useTranslation();
  const countdown = useCountdown();
  const send = useMutation({
    mutationFn: (email: string) => reply(api.POST("/getEmailCode", { body: { email, scene } })),
    meta: { quiet: true },
    onSuccess: ({ resendIn }) => {
      countdown.start(resendIn);
      toast(t("message.sent"));
    },
    onError: onRefused,
  });
  const press = async () => {
    const email = await emailToUse();
    if (email) send.mutate(email);
  };
  return { press, isSent: send.isSuccess, busy: send.isPending, seconds: countdown.seconds };
}

/** Shows the folder of messages if the server sends none: in paper mode a newcomer must not be stuck. */
function OutboxNotice({ isSent }: { isSent: boolean }) {
  const { t } = useTranslation("identity");
  const hint = useServerFacts().data?.outboxHint;
  if (!hint) return null;
  return (
    <Notice icon={FolderOpen} title={t("code.outboxTitle")} className="mt-2.5">
      <p>{isSent ? t("code.outboxSent") : t("code.outbox")}</p>
      <code className="mt-1 block font-mono text-caption break-all select-all">{hint}</code>
    </Notice>
  );
}

/** The code from an e-mail, and the button that sends it, again after a minute. */
export function EmailCodeField(props: EmailCodeFieldProps) {
  const { t } = useTranslation("identity");
  const { scene, emailToUse, onRefused, ...field } = props;
  const { press, isSent, busy, seconds } = useSendCode(props);
  const label = isSent ? t("code.resend") : t("code.send");
  return (
    <div>
      <Field
        {...field}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={CODE_LENGTH}
        end={
          <button
            type="button"
            disabled={busy || seconds > 0}
            onClick={press}
            className="num -mr-1.5 min-h-11 shrink-0 rounded-control px-2 text-note font-semibold disabled:text-ink-2"
          >
            {seconds > 0 ? t("code.resendIn", { seconds }) : label}
          </button>
        }
      />
      <OutboxNotice isSent={isSent} />
    </div>
  );
}
